"""Adapt django-allauth: decide who may sign in, and show errors of the sign-in on our own pages."""

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter, _build_apps_from_settings
from allauth.socialaccount.providers.base import AuthError
from django.conf import settings
from requests import RequestException

from accounts.actions.account import find_or_create_account
from accounts.exceptions import SignInError
from accounts.signin.error_pages import error_page
from accounts.signin.providers import require_identity, verified_address

BACKEND = "accounts.signin.backends.SignInBackend"


class AccountAdapter(DefaultAccountAdapter):
    """Adapts allauth: nobody can sign up by a form, and allauth shows no messages of its own."""

    def is_open_for_signup(self, request):
        return False

    def login(self, request, user):
        user.backend = BACKEND
        super().login(request, user)

    def add_message(self, request, *args, **kwargs):
        """Do nothing: the page after the sign-in shows what happened."""


class ProviderAdapter(DefaultSocialAccountAdapter):
    def list_apps(self, request, provider=None, client_id=None):
        """Return the identity providers in the settings. allauth would also read those in the database."""
        found = _build_apps_from_settings(provider=provider, client_id=client_id)
        return [app for apps in found.values() for app in apps]

    def populate_user(self, request, sociallogin, data):
        """Store the verified e-mail address from the person's profile at the provider in
        ``sociallogin.verified_address``, and drop the rest of the profile. If there is no such address, raise
        ImmediateHttpResponse with an error page. If the person's id is missing or invalid, raise OAuth2Error. Return
        the user of ``sociallogin``."""
        account = sociallogin.account
        require_identity(sociallogin.provider.id, account.uid)
        # allauth has moved the addresses that GitHub sends from the profile to ``email_addresses``.
        profile = account.extra_data | {"emails": sociallogin.email_addresses}
        address = verified_address(sociallogin.provider.id, profile)
        account.extra_data, sociallogin.email_addresses = {}, []
        if address is None:
            self._fail(request, account.provider, SignInError("unverified"))
        sociallogin.verified_address = address
        return sociallogin.user

    def pre_social_login(self, request, sociallogin):
        """Find or create the account of the person, and set it in ``sociallogin``. If the person may not sign in, raise
        ImmediateHttpResponse with an error page."""
        account = sociallogin.account
        try:
            sociallogin.account = find_or_create_account(
                provider=account.provider, uid=account.uid, address=sociallogin.verified_address
            )
            sociallogin.user = sociallogin.account.user
        except SignInError as error:
            self._fail(request, account.provider, error)

    def on_authentication_error(self, request, provider, error=None, exception=None, extra_context=None):
        page = error_page(request, _reason(error, exception), provider=provider.sub_id, error=exception)
        raise ImmediateHttpResponse(page)

    def _fail(self, request, provider, error):
        names = tuple(settings.SIGN_IN.get(each, each) for each in error.via)
        raise ImmediateHttpResponse(error_page(request, error.reason, provider=provider, via=names)) from error


def _reason(error, exception):
    if error == AuthError.CANCELLED:
        return "cancelled"
    if isinstance(exception, RequestException):
        return "provider-unavailable"
    return "invalid-response" if exception else "expired"
