"""The door: sign in through an identity provider, sign out."""

from urllib.parse import urlsplit

from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from csp.decorators import csp_update
from django.conf import settings
from django.contrib.auth import logout
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_ratelimit.core import get_usage
from requests import RequestException

from accounts.client_address import client_address
from accounts.counters import redis_is_unavailable
from accounts.signin.error_pages import error_page
from accounts.signin.providers import protocol

STARTS = "60/m"
"""Of one address; each makes a session and asks the provider. A lecture hall may share an address."""
MALFORMED = (OAuth2Error, ImproperlyConfigured, LookupError, TypeError, ValueError, AttributeError)
"""What a provider's answer that has another shape than its protocol says makes of the code that reads it."""


@never_cache
@require_safe
@csp_update({"form-action": settings.SIGN_IN_FORM_ACTION})
def sign_in(request):
    """The ways in that are switched on. Whoever is in already is sent on."""
    wanted = safe_next(request, request.GET)
    if request.user.is_authenticated:
        return redirect(wanted or settings.LOGIN_REDIRECT_URL)
    context = {"providers": settings.SIGN_IN.items(), "next": wanted}
    return render(request, "sign_in/page.html", context)


@never_cache
@require_POST
def start(request, provider_id):
    """Off to the provider. What else a form may ask of allauth (scopes, connecting accounts) is not looked at."""
    _require_switched_on(provider_id)
    if redis_is_unavailable():
        return error_page(request, "memory-away", provider=provider_id)
    if _starts_too_often(request):
        return error_page(request, "too-many", provider=provider_id)
    return _carefully(request, provider_id, _sent_on)


@never_cache
@require_safe
def callback(request, provider_id):
    """Back from the provider."""
    _require_switched_on(provider_id)
    if redis_is_unavailable():
        return error_page(request, "memory-away", provider=provider_id)
    return _carefully(request, provider_id, _welcomed)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request):
    if request.method == "POST":
        logout(request)
        return redirect("home")
    return render(request, "sign_in/sign_out.html")


def safe_next(request, parameters) -> str:
    """Where to go afterwards: a path of ours, or nothing."""
    wanted = parameters.get("next", "")
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if ours and wanted.startswith("/") and not urlsplit(wanted).netloc else ""


def _require_switched_on(provider_id):
    if provider_id not in settings.SIGN_IN:
        raise Http404


def _starts_too_often(request):
    address = client_address(request.META, settings.TRUSTED_PROXIES)
    usage = get_usage(request, group="sign-in", key=lambda group, request: address, rate=STARTS, increment=True)
    return usage["should_limit"]


def _sent_on(request, provider_id):
    provider = get_adapter().get_provider(request, provider_id)
    return provider.redirect(request, AuthProcess.LOGIN, next_url=safe_next(request, request.POST))


def _welcomed(request, provider_id):
    return OAuth2CallbackView.adapter_view(protocol(request, provider_id))(request)


def _carefully(request, provider_id, step):
    """What others answer may be anything; none of it is a fault of ours."""
    try:
        return step(request, provider_id)
    except RequestException as error:
        return error_page(request, "provider-away", provider=provider_id, error=error)
    except MALFORMED as error:
        return error_page(request, "not-understood", provider=provider_id, error=error)
