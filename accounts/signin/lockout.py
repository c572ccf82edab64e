"""Whoever guesses passwords of the staff is shut out for a while: what django-axes asks us."""

from functools import wraps

from django.conf import settings
from django_ratelimit.core import get_usage

from accounts.client_address import UNKNOWN, client_address
from accounts.signin.error_pages import error_page

TRIES = "10/m"
"""Of one address, whatever names it tries: to look at a password takes the better part of a second of a processor."""


def guarded(view):
    """The page of passwords, which keeps no processor busy for whoever sends it one after the other."""

    @wraps(view)
    def _guarded(request, *args, **kwargs):
        if request.method == "POST" and _tries_too_often(request):
            return error_page(request, "too-many")
        return view(request, *args, **kwargs)

    return _guarded


def address(request) -> str | None:
    """Whom attempts are counted on; of an IPv6 network the first address, as a column of addresses takes no network."""
    counted = client_address(request.META, settings.TRUSTED_PROXIES)
    return None if counted == UNKNOWN else counted.partition("/")[0]


def locked_out(request, original_response=None, credentials=None):
    page = error_page(request, "locked-out")
    page["Retry-After"] = str(int(settings.AXES_COOLOFF_TIME.total_seconds()))
    return page


def _tries_too_often(request):
    client = client_address(request.META, settings.TRUSTED_PROXIES)
    usage = get_usage(request, group="password", key=lambda group, request: client, rate=TRIES, increment=True)
    return usage["should_limit"]
