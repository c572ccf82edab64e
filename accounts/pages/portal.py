"""The pages of an account. They require a sign-in, and no cache stores them. A whole API key is shown only once, in the
response to the form that creates it. If that form is submitted twice, only one key is created."""

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.cache import caches
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.decorators import method_decorator
from django.utils.functional import cached_property
from django.views.decorators.cache import cache_control
from django.views.generic import FormView, TemplateView

from accounts.actions.account import delete_account
from accounts.actions.keys import create_key, revoke_key, roll_key
from accounts.actions.pro import request_pro
from accounts.exceptions import AccountActionError, AlreadySubmitted
from accounts.models import MAX_LIVE_KEYS, ProRequest, User
from accounts.pages.forms import DeleteForm, KeyForm, ProForm, RollForm
from accounts.tiers import PRO, TIERS

ENDED_KEYS_SHOWN = 20
RETRY_AFTER = 5

no_store = cache_control(private=True, no_store=True)


@method_decorator(no_store, name="dispatch")
class PortalMixin(LoginRequiredMixin):
    # FormView would also accept PUT.
    http_method_names = ["get", "head", "post", "options"]
    section = "account"
    """The name of the link in the navigation that is marked as the current page."""

    def get_context_data(self, **kwargs):
        return super().get_context_data(section=self.section, **kwargs)


class PortalPage(PortalMixin, TemplateView):
    """The base class of account pages without a form."""


class AccountView(PortalPage):
    template_name = "account/account.html"

    def get_context_data(self, **kwargs):
        keys = self.request.user.keys
        # The page counts the keys and shows them. A list needs only one query for both.
        live = list(keys.live().select_related("successor"))
        return super().get_context_data(
            live=live,
            left=MAX_LIVE_KEYS - sum(not key.successor_id for key in live),
            maximum=MAX_LIVE_KEYS,
            ended=keys.ended().select_related("successor")[:ENDED_KEYS_SHOWN],
            first_key=None if keys.exists() else KeyForm(initial={"known_keys": 0}),
            tier=TIERS[self.request.user.tier],
            **kwargs,
        )


class PortalFormView(PortalMixin, FormView):
    """The base class of account pages with a form. A subclass defines ``run(form)``, which performs the action and
    returns the response. If ``run`` raises AccountActionError, the form shows the message of the error."""

    def form_valid(self, form):
        try:
            return self.run(form)
        except AccountActionError as error:
            return self.action_failed(form, error)

    def action_failed(self, form, error):
        form.add_error(None, str(error))
        return self.form_invalid(form)


class ProView(PortalFormView):
    template_name = "account/pro.html"
    section = "pro"
    form_class = ProForm

    def get_context_data(self, **kwargs):
        user = self.request.user
        requests = list(user.pro_requests.prefetch_related("decisions"))
        return super().get_context_data(
            pro=PRO,
            is_pro=user.tier == User.Tier.PRO,
            is_pending=any(request.state == ProRequest.State.PENDING for request in requests),
            requests=requests,
            decisions_without_request=user.tier_decisions.filter(request=None),
            **kwargs,
        )

    def run(self, form):
        request_pro(user=self.request.user, **form.cleaned_data)
        messages.success(self.request, "You have requested pro. The decision comes by e-mail and is shown here.")
        return redirect("account-pro")


class DeleteView(PortalFormView):
    template_name = "account/delete.html"
    section = "delete"
    form_class = DeleteForm

    def get_form_kwargs(self):
        user = self.request.user
        # A staff account may have no e-mail address.
        return super().get_form_kwargs() | {"expected": user.email or user.username}

    def run(self, form):
        delete_account(user=self.request.user)
        # Otherwise, the session would still belong to the deleted account.
        logout(self.request)
        return redirect("account-deleted")


class NeedsCountersMixin:
    """A mixin for pages that create API keys or webhook endpoints. While Redis, which counts requests for the rate
    limits, is unavailable, a POST to such a page creates nothing and gets a 503 response."""

    def post(self, request, *args, **kwargs):
        if not caches["counters"].is_unavailable():
            return super().post(request, *args, **kwargs)
        page = render(request, "account/unavailable.html", {"seconds": RETRY_AFTER}, status=503)
        page["Retry-After"] = RETRY_AFTER
        return page


class CreatesKeyMixin(NeedsCountersMixin):
    """A mixin for pages that create an API key."""

    def key_response(self, key, secret, **context):
        """Return the page that shows the whole API key (``secret``). No other page shows it. ``key`` is the database
        row of the key. ``context`` has further variables of the template."""
        context = self.get_context_data(new=key, secret=secret, **context)
        return render(self.request, "account/key_created.html", context)


class CreateKeyView(CreatesKeyMixin, PortalFormView):
    template_name = "account/key_create.html"
    form_class = KeyForm

    def get_initial(self):
        known = self.request.user.keys.count()
        return {"known_keys": known} | ({"name": f"Key {known + 1}"} if known else {})

    def get_context_data(self, **kwargs):
        live = self.request.user.keys.live().filter(successor=None).count()
        return super().get_context_data(maximum=MAX_LIVE_KEYS, left=MAX_LIVE_KEYS - live, **kwargs)

    def run(self, form):
        given = form.cleaned_data
        key, secret = create_key(
            user=self.request.user, name=given["name"], expires_at=given["lifetime"], known_keys=given["known_keys"]
        )
        return self.key_response(key, secret)

    def action_failed(self, form, error):
        if not isinstance(error, AlreadySubmitted):
            return super().action_failed(form, error)
        messages.warning(self.request, f"{error} No second key was created. Revoke a key that you have not seen.")
        return redirect("account")


class ConfirmationView(PortalFormView):
    """The base class of pages on which the user confirms an action on an API key. If the action fails, the user is
    redirected to the account page, which shows the error. If the user has no such key, the response is 404."""

    @cached_property
    def key(self):
        return get_object_or_404(self.request.user.keys.select_related("user"), pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs):
        return super().get_context_data(key=self.key, **kwargs)

    def action_failed(self, form, error):
        messages.error(self.request, str(error))
        return redirect("account")


class RollKeyView(CreatesKeyMixin, ConfirmationView):
    template_name = "account/key_roll.html"
    form_class = RollForm

    def run(self, form):
        key, secret = roll_key(key=self.key, overlap=form.cleaned_data["overlap"])
        # The action roll_key has changed the row in the database, but not the object self.key.
        self.key.refresh_from_db()
        return self.key_response(key, secret, old=self.key)


class RevokeKeyView(ConfirmationView):
    template_name = "account/key_revoke.html"
    form_class = forms.Form

    def run(self, form):
        revoke_key(key=self.key)
        messages.success(self.request, f"The key {self.key} is revoked. The API no longer accepts it.")
        return redirect("account")
