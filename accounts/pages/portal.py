"""What every page of the portal has: somebody signed in, an answer that nobody keeps, and refusals told at the form."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.shortcuts import get_object_or_404, redirect
from django.utils.cache import patch_cache_control
from django.utils.functional import cached_property
from django.views.generic import FormView

from accounts.exceptions import AccountActionError


class Unkept:
    """No browser and no proxy keeps the answer."""

    def dispatch(self, request, *args, **kwargs):
        response = super().dispatch(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_store=True)
        return response


class Portal(Unkept, LoginRequiredMixin):
    """Who is not signed in is led to where one does, and back."""

    login_url = "/sign-in"
    http_method_names = ["get", "head", "post", "options"]
    section = ""
    """Which link of the portal's navigation leads here."""

    def get_context_data(self, **kwargs):
        return super().get_context_data(section=self.section, base_url=base_url(self.request), **kwargs)


class PortalForm(Portal, FormView):
    """A form whose ``act(form)`` does one thing and says what the browser sees then."""

    def form_valid(self, form):
        try:
            return self.act(form)
        except AccountActionError as refusal:
            return self.refused(form, refusal)

    def refused(self, form, refusal):
        """The form again, with the reason above its fields."""
        form.add_error(None, str(refusal))
        return self.form_invalid(form)


class Confirmation(PortalForm):
    """Asks before it does something to a key; where that cannot be done (any more), the page of the account says why.

    The key of another account is not there at all.
    """

    @cached_property
    def key(self):
        return get_object_or_404(self.request.user.keys.select_related("user"), pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs):
        return super().get_context_data(key=self.key, **kwargs)

    def refused(self, form, refusal):
        messages.error(self.request, str(refusal))
        return redirect("account")


def base_url(request) -> str:
    """The service's public address, without a slash at its end."""
    return settings.BASE_URL or f"{request.scheme}://{request.get_host()}"
