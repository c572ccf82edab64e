"""The portal pages on which a user manages webhook endpoints. Another process attempts the deliveries. So a page with a
new delivery reloads until the first attempt has been made."""

from datetime import datetime

from django import forms
from django.contrib import messages
from django.http import Http404
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.functional import cached_property

from accounts.exceptions import AccountActionError
from accounts.pages.portal import NeedsCountersMixin, PortalFormView, PortalPage
from feeds.models import WebhookDelivery
from feeds.pages.forms import EndpointForm, LogFilter, ReplayForm, TestForm
from feeds.webhooks import actions
from feeds.webhooks.schedule import LOG_LIFETIME
from graph.kinds import Kind
from search.results import document, index_version

DELIVERIES_ON_PAGE = 50
MOST_FOUND = 10
SECONDS_UNTIL_REFRESH = 3


class WebhooksMixin:
    section = "webhooks"

    @cached_property
    def endpoint(self):
        return get_object_or_404(self.request.user.webhook_endpoints, pk=self.kwargs["pk"])


class EndpointsPage(WebhooksMixin, PortalPage):
    template_name = "webhooks/endpoints.html"

    def get_context_data(self, **kwargs):
        user = self.request.user
        endpoints, limit = list(user.webhook_endpoints.all()), actions.limit_of(user)
        return super().get_context_data(endpoints=endpoints, limit=limit, left=limit - len(endpoints), **kwargs)


class SettingsView(WebhooksMixin, PortalFormView):
    """The base class of the pages to create or edit an endpoint. With the button ``search``, the user can search for
    entities and elections, and mark up to MOST_FOUND results. These are then added to the filters in the form. A search
    stores nothing."""

    template_name = "webhooks/settings.html"
    form_class = EndpointForm

    def get_form_kwargs(self):
        kwargs = super().get_form_kwargs()
        if self.request.method == "POST":
            kwargs["data"] = _with_added(self.request.POST)
        return kwargs

    def post(self, request, *args, **kwargs):
        # The Enter key searches if a text for the search was typed.
        is_search = "search" in request.POST or ("enter" in request.POST and request.POST.get("find", "").strip())
        if not is_search:
            return super().post(request, *args, **kwargs)
        # Show the form again with the values that the user typed. They are not validated yet, because nothing is
        # stored.
        lists = {name: request.POST.getlist(name) for name in ("event_types", "kinds")}
        form = EndpointForm(initial=_with_added(request.POST).dict() | lists)
        found = document(request.POST.get("find", "").strip()[:200], index_version()[0], limit=MOST_FOUND)
        return self.render_to_response(self.get_context_data(form=form, found=found["results"], has_searched=True))


def _with_added(data):
    """Return a copy of the form data. The search results that the user marked are added to the fields ``elections`` and
    ``entities``, one slug a line."""
    data = data.copy()
    for choice in data.getlist("add")[:MOST_FOUND]:
        kind, _, slug = choice.partition(":")
        name = "elections" if kind == Kind.ELECTION else "entities"
        data[name] = f"{data.get(name, '')}\n{slug}".strip()
    return data


class CreateEndpointView(NeedsCountersMixin, SettingsView):
    def get_context_data(self, **kwargs):
        left = actions.limit_of(self.request.user) - self.request.user.webhook_endpoints.count()
        return super().get_context_data(left=left, is_new=True, **kwargs)

    def run(self, form):
        endpoint, secret = actions.create_endpoint(user=self.request.user, **form.settings)
        return _show_secret(self, endpoint, secret)


class EditEndpointView(SettingsView):
    def get_initial(self):
        return {name: getattr(self.endpoint, name) for name in EndpointForm.base_fields if name != "find"}

    def get_context_data(self, **kwargs):
        return super().get_context_data(endpoint=self.endpoint, **kwargs)

    def run(self, form):
        actions.update(endpoint=self.endpoint, **form.settings)
        messages.success(self.request, "The endpoint was changed.")
        return redirect("webhook", pk=self.endpoint.pk)


def _show_secret(view, endpoint, secret):
    """Return the page with the new secret of an endpoint, which no other page shows. ``view`` is the view that handles
    the request."""
    # An action may have changed the row in the database, but not this object.
    endpoint.refresh_from_db()
    context = view.get_context_data(form=None, secret=secret) | {"endpoint": endpoint}
    return render(view.request, "webhooks/secret.html", context)


class EndpointPage(WebhooksMixin, PortalPage):
    """The page of one endpoint: its settings, its latest deliveries, and buttons to edit, disable or test it."""

    template_name = "webhooks/endpoint.html"

    def get_context_data(self, **kwargs):
        log = LogFilter(self.request.GET, self.endpoint.deliveries.select_related("event"))
        rows = list(log.qs[: DELIVERIES_ON_PAGE + 1])
        return super().get_context_data(
            endpoint=self.endpoint,
            log=log.form,
            deliveries=rows[:DELIVERIES_ON_PAGE],
            before=rows[DELIVERIES_ON_PAGE - 1].pk if len(rows) > DELIVERIES_ON_PAGE else None,
            test_form=TestForm(),
            replay_form=ReplayForm(),
            days=LOG_LIFETIME.days,
            **kwargs,
        )

    def get(self, request, *args, **kwargs):
        response = super().get(request, *args, **kwargs)
        return _refreshed(response, response.context_data["deliveries"])


def _refreshed(response, deliveries):
    # The first attempt is made within seconds. The Refresh header reloads the page even without JavaScript.
    if any(row.state == WebhookDelivery.State.PENDING and not row.attempts for row in deliveries):
        response["Refresh"] = str(SECONDS_UNTIL_REFRESH)
    return response


class DeliveryPage(WebhooksMixin, PortalPage):
    template_name = "webhooks/delivery.html"

    def get_context_data(self, delivery, **kwargs):
        found = get_object_or_404(self.endpoint.deliveries.select_related("event"), pk=delivery)
        attempts = [(datetime.fromisoformat(at), *values) for at, *values in found.history]
        return super().get_context_data(endpoint=self.endpoint, delivery=found, attempts=attempts, **kwargs)

    def get(self, request, *args, **kwargs):
        response = super().get(request, *args, **kwargs)
        return _refreshed(response, [response.context_data["delivery"]])


class ConfirmationView(WebhooksMixin, PortalFormView):
    """The base class of pages on which the owner of an endpoint confirms an action, such as deleting it. If the action
    fails, redirect to the list of endpoints, which shows the error."""

    form_class = forms.Form

    def get_context_data(self, **kwargs):
        return super().get_context_data(endpoint=self.endpoint, **kwargs)

    def action_failed(self, form, error):
        messages.error(self.request, str(error))
        return redirect("webhooks")


class RollSecretView(ConfirmationView):
    template_name = "webhooks/roll.html"

    def run(self, form):
        return _show_secret(self, self.endpoint, actions.roll_secret(endpoint=self.endpoint))


class DeleteEndpointView(ConfirmationView):
    template_name = "webhooks/delete.html"

    def run(self, form):
        actions.delete(endpoint=self.endpoint)
        messages.success(self.request, "The endpoint and its log were deleted.")
        return redirect("webhooks")


class ActionView(WebhooksMixin, PortalPage):
    """Perform the ``action`` of a button on the page of an endpoint: "disable", "enable", "test" or "replay". Redirect
    to the endpoint or, after "test", to the new delivery. If the action is not allowed, the endpoint's page shows the
    error. For another action or an invalid form, the response is 404."""

    http_method_names = ["post", "options"]

    def post(self, request, pk, action):
        perform = ACTIONS.get(action)
        if perform is None:
            raise Http404
        try:
            return perform(request, self.endpoint)
        except AccountActionError as error:
            messages.error(request, str(error))
        return redirect("webhook", pk=pk)


def _disable(request, endpoint):
    actions.disable(endpoint=endpoint)
    messages.success(request, "The endpoint is disabled. It receives nothing.")
    return redirect("webhook", pk=endpoint.pk)


def _enable(request, endpoint):
    actions.enable(endpoint=endpoint)
    messages.success(request, "A ping is on its way. The endpoint is active again once it answers.")
    return redirect("webhook", pk=endpoint.pk)


def _test(request, endpoint):
    form = TestForm(request.POST)
    if not form.is_valid():
        raise Http404
    delivery = actions.send_test(endpoint=endpoint, event_type=form.cleaned_data["event_type"])
    return redirect("webhook-delivery", pk=endpoint.pk, delivery=delivery.pk)


def _replay(request, endpoint):
    form = ReplayForm(request.POST)
    if not form.is_valid():
        raise Http404
    number = actions.replay_failed(endpoint=endpoint, since=timezone.now() - form.cleaned_data["hours"])
    messages.success(request, f"Deliveries to attempt again: {number}.")
    return redirect("webhook", pk=endpoint.pk)


ACTIONS = {"disable": _disable, "enable": _enable, "test": _test, "replay": _replay}


class ReplayDeliveryView(WebhooksMixin, PortalPage):
    http_method_names = ["post", "options"]

    def post(self, request, pk, delivery):
        actions.replay(delivery=get_object_or_404(self.endpoint.deliveries, pk=delivery))
        return redirect("webhook-delivery", pk=pk, delivery=delivery)
