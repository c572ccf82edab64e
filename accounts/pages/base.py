"""Define base views of the account pages: they require a sign-in, forbid caching, and show errors next to the form."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.shortcuts import get_object_or_404, redirect
from django.utils.cache import patch_cache_control
from django.utils.functional import cached_property
from django.views.generic import FormView

from accounts.exceptions import AccountActionError


class NoStoreMixin:
    """Forbid browsers and proxies to store the response."""

    def dispatch(self, request, *args, **kwargs):
        response = super().dispatch(request, *args, **kwargs)
        patch_cache_control(response, private=True, no_store=True)
        return response


class PortalMixin(NoStoreMixin, LoginRequiredMixin):
    """Redirect visitors who are not signed in to the sign-in page. After the sign-in they come back."""

    login_url = "/sign-in"
    # FormView would also accept PUT.
    http_method_names = ["get", "head", "post", "options"]
    section = ""
    """The name of the navigation link that leads to this page."""

    def get_context_data(self, **kwargs):
        base_url = settings.BASE_URL or f"{self.request.scheme}://{self.request.get_host()}"
        return super().get_context_data(section=self.section, base_url=base_url, **kwargs)


class PortalFormView(PortalMixin, FormView):
    """Show a form. Subclasses define ``run(form)``, which performs one action and returns the response."""

    def form_valid(self, form):
        try:
            return self.run(form)
        except AccountActionError as error:
            return self.action_failed(form, error)

    def action_failed(self, form, error):
        """Return the page with the form again, and show the error of the action above the fields."""
        form.add_error(None, str(error))
        return self.form_invalid(form)


class ConfirmationView(PortalFormView):
    """Ask the user to confirm an action on one of their keys. If the action fails, the account page shows the error."""

    @cached_property
    def key(self):
        """Return the key whose primary key is in the URL. Raise Http404 if the key is not the user's."""
        return get_object_or_404(self.request.user.keys.select_related("user"), pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs):
        return super().get_context_data(key=self.key, **kwargs)

    def action_failed(self, form, error):
        messages.error(self.request, str(error))
        return redirect("account")
