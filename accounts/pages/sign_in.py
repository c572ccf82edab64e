from functools import wraps
from urllib.parse import urlsplit

from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from csp.decorators import csp_update
from django.conf import settings
from django.contrib.auth import logout
from django.core.cache import caches
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from requests import RequestException

from accounts.limits import seconds_to_wait
from accounts.signin.error_pages import error_page
from accounts.signin.providers import oauth2_adapter
from config.http.middleware.methods import READ, allow, read_only

STARTS_PER_MINUTE = 60
"""The number of sign-ins that one IP address may start per minute. The number is high, because all people in a lecture
hall may share one address."""
MALFORMED = (OAuth2Error, ImproperlyConfigured, LookupError, TypeError, ValueError, AttributeError)
"""The exceptions that allauth raises if the response of an identity provider does not follow the protocol."""


@never_cache
@read_only
# The form redirects to a host of the provider, which the Content Security Policy must allow.
@csp_update({"form-action": settings.SIGN_IN_FORM_ACTION})
def sign_in(request):
    next_path = safe_next(request, request.GET)
    if request.user.is_authenticated:
        return redirect(next_path or settings.LOGIN_REDIRECT_URL)
    context = {"providers": settings.SIGN_IN.items(), "next": next_path}
    return render(request, "sign_in/page.html", context)


def explain_errors(step):
    """Decorate a view that does one step of the sign-in. If Redis or the identity provider fails, the view shows an
    error page. If no provider has the id ``provider_id`` of the URL, the view raises Http404."""

    @wraps(step)
    def view(request, provider_id):
        if provider_id not in settings.SIGN_IN:
            raise Http404
        if caches["counters"].is_unavailable():
            return error_page(request, "redis-unavailable", provider=provider_id)
        # For each wrong response of a provider, the visitor gets a page that explains the error.
        try:
            return step(request, provider_id)
        except RequestException as error:
            return error_page(request, "provider-unavailable", provider=provider_id, error=error)
        except MALFORMED as error:
            return error_page(request, "invalid-response", provider=provider_id, error=error)

    return view


@never_cache
@require_POST
@explain_errors
def start(request, provider_id):
    if seconds_to_wait(request.META, "sign-in", STARTS_PER_MINUTE):
        return error_page(request, "too-many", provider=provider_id)
    provider = get_adapter().get_provider(request, provider_id)
    return provider.redirect(request, AuthProcess.LOGIN, next_url=safe_next(request, request.POST))


@never_cache
@read_only
@explain_errors
def callback(request, provider_id):
    return OAuth2CallbackView.adapter_view(oauth2_adapter(request, provider_id))(request)


@never_cache
@allow(*READ, "POST")
def sign_out(request):
    if request.method == "POST":
        logout(request)
        return redirect("home")
    return render(request, "sign_in/sign_out.html")


def safe_next(request, parameters) -> str:
    """Return the parameter ``next``: the path of the page to which the user goes after the sign-in. ``parameters`` is
    ``request.GET`` or ``request.POST``. If ``next`` is missing or not a path of this service, return "", so that a link
    cannot lead users to another website."""
    target = parameters.get("next", "")
    is_own = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return target if is_own and target.startswith("/") and not urlsplit(target).netloc else ""
