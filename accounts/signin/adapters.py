"""What django-allauth asks us on its way: whom to let in, and what to show when it goes wrong."""

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
    """There are no accounts but through a provider, and no word about them in a cookie or a letter."""

    def is_open_for_signup(self, request):
        return False

    def login(self, request, user):
        user.backend = BACKEND
        super().login(request, user)

    def add_message(self, request, *args, **kwargs):
        """What happened is seen on the page that follows."""


class ProviderAdapter(DefaultSocialAccountAdapter):
    def list_apps(self, request, provider=None, client_id=None):
        """Those that the environment switches on; rows of the database switch on none."""
        found = _build_apps_from_settings(provider=provider, client_id=client_id)
        return [app for apps in found.values() for app in apps]

    def populate_user(self, request, sociallogin, data):
        """The first to be told what the provider says: nothing has been looked up or written yet.

        Of what it says the address is taken, and the rest is not kept.
        """
        account = sociallogin.account
        require_identity(sociallogin.provider.id, account.uid)
        address = verified_address(sociallogin.provider.id, account.extra_data | _unkept(sociallogin))
        account.extra_data, sociallogin.email_addresses = {}, []
        if address is None:
            self._refuse(request, account.provider, SignInError("not-vouched"))
        sociallogin.verified_address = address
        return sociallogin.user

    def pre_social_login(self, request, sociallogin):
        """From here on the person has an account, or a page that says why not."""
        account = sociallogin.account
        try:
            user, kept = find_or_create_account(
                provider=account.provider, uid=account.uid, address=sociallogin.verified_address
            )
        except SignInError as refusal:
            self._refuse(request, account.provider, refusal)
        sociallogin.user, sociallogin.account = user, kept

    def on_authentication_error(self, request, provider, error=None, exception=None, extra_context=None):
        page = error_page(request, _reason(error, exception), provider=provider.sub_id, error=exception)
        raise ImmediateHttpResponse(page)

    def _refuse(self, request, provider, refusal):
        names = tuple(settings.SIGN_IN.get(each, each) for each in refusal.via)
        raise ImmediateHttpResponse(error_page(request, refusal.reason, provider=provider, via=names)) from refusal


def _unkept(sociallogin):
    """GitHub's addresses, which allauth takes out of the profile; with the flags as they were sent."""
    addresses = sociallogin.email_addresses if sociallogin.provider.id == "github" else []
    return {"emails": [{"email": each.email, "primary": each.primary, "verified": each.verified} for each in addresses]}


def _reason(error, exception):
    if error == AuthError.CANCELLED:
        return "cancelled"
    if isinstance(exception, RequestException):
        return "provider-away"
    return "not-understood" if exception else "lost"
