"""Adapt django-allauth: decide who may sign in, and which page shows an error."""

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter, _build_apps_from_settings
from allauth.socialaccount.providers.base import AuthError
from django.conf import settings
from requests import RequestException

from accounts.actions import find_or_create_account
from accounts.exceptions import SignInError
from accounts.signin.error_pages import error_page
from accounts.signin.providers import require_identity
from accounts.signin.verified_email import verified_address

BACKEND = "accounts.signin.backends.SignInBackend"


class AccountAdapter(DefaultAccountAdapter):
    """Forbid the sign-up form and the messages of allauth. Only a sign-in through a provider creates an account."""

    def is_open_for_signup(self, request):
        return False

    def login(self, request, user):
        user.backend = BACKEND
        super().login(request, user)

    def add_message(self, request, *args, **kwargs):
        """Add no message, because the next page shows what happened."""


class ProviderAdapter(DefaultSocialAccountAdapter):
    def list_apps(self, request, provider=None, client_id=None):
        """Return the providers of the settings only; rows of the database cannot add a provider."""
        found = _build_apps_from_settings(provider=provider, client_id=client_id)
        return [app for apps in found.values() for app in apps]

    def populate_user(self, request, sociallogin, data):
        """Take the verified address from the profile and drop the rest. Without an address, show an error page."""
        account = sociallogin.account
        require_identity(sociallogin.provider.id, account.uid)
        address = verified_address(sociallogin.provider.id, account.extra_data | _github_addresses(sociallogin))
        account.extra_data, sociallogin.email_addresses = {}, []
        if address is None:
            self._fail(request, account.provider, SignInError("unverified"))
        sociallogin.verified_address = address
        return sociallogin.user

    def pre_social_login(self, request, sociallogin):
        """Find or create the account of the person. If that is not allowed, show an error page."""
        account = sociallogin.account
        try:
            sociallogin.user, sociallogin.account = find_or_create_account(
                provider=account.provider, uid=account.uid, address=sociallogin.verified_address
            )
        except SignInError as error:
            self._fail(request, account.provider, error)

    def on_authentication_error(self, request, provider, error=None, exception=None, extra_context=None):
        page = error_page(request, _reason(error, exception), provider=provider.sub_id, error=exception)
        raise ImmediateHttpResponse(page)

    def _fail(self, request, provider, error):
        names = tuple(settings.SIGN_IN.get(each, each) for each in error.via)
        raise ImmediateHttpResponse(error_page(request, error.reason, provider=provider, via=names)) from error


def _github_addresses(sociallogin):
    """Return the addresses, with GitHub's flags, that allauth removed from the profile. Other providers have none."""
    addresses = sociallogin.email_addresses if sociallogin.provider.id == "github" else []
    return {"emails": [{"email": each.email, "primary": each.primary, "verified": each.verified} for each in addresses]}


def _reason(error, exception):
    if error == AuthError.CANCELLED:
        return "cancelled"
    if isinstance(exception, RequestException):
        return "provider-unavailable"
    return "invalid-response" if exception else "expired"
