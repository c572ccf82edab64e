"""What every page of the portal has: a signed-in user, a response that is not cached, and errors next to the form."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.shortcuts import get_object_or_404, redirect
from django.utils.cache import patch_cache_control
from django.utils.functional import cached_property
from django.views.generic import FormView

from accounts.exceptions import AccountActionError


class NoStoreMixin:
    """No browser and no proxy stores the response."""

    def dispatch(self, request, *args, **kwargs):
        response = super().dispatch(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_store=True)
        return response


class PortalMixin(NoStoreMixin, LoginRequiredMixin):
    """Visitors who are not signed in are redirected to the sign-in page, and back afterwards."""

    login_url = "/sign-in"
    # FormView would also accept PUT.
    http_method_names = ["get", "head", "post", "options"]
    section = ""
    """The link of the portal's navigation that leads here."""

    def get_context_data(self, **kwargs):
        base_url = settings.BASE_URL or f"{self.request.scheme}://{self.request.get_host()}"
        return super().get_context_data(section=self.section, base_url=base_url, **kwargs)


class PortalFormView(PortalMixin, FormView):
    """A form whose ``run(form)`` performs one action and returns the response."""

    def form_valid(self, form):
        try:
            return self.run(form)
        except AccountActionError as error:
            return self.action_failed(form, error)

    def action_failed(self, form, error):
        """The form again, with the error above its fields."""
        form.add_error(None, str(error))
        return self.form_invalid(form)


class ConfirmationView(PortalFormView):
    """Asks for confirmation of an action on one of the user's keys; an error is shown on the page of the account."""

    @cached_property
    def key(self):
        """404 for the key of another account."""
        return get_object_or_404(self.request.user.keys.select_related("user"), pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs):
        return super().get_context_data(key=self.key, **kwargs)

    def action_failed(self, form, error):
        messages.error(self.request, str(error))
        return redirect("account")
