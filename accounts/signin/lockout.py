"""Lock out clients that guess passwords of the staff, by django-axes and by a limit of tries per minute."""

from functools import wraps

from django.conf import settings

from accounts.client_address import UNKNOWN, client_address
from accounts.limits import count_address
from accounts.signin.error_pages import error_page

TRIES_PER_MINUTE = 10
"""Limit for one address, over all usernames, because each check of a password takes much processor time."""


def limit_tries(view):
    """Wrap the view of the admin's login page: one address can submit its form TRIES_PER_MINUTE times a minute."""

    @wraps(view)
    def limited(request, *args, **kwargs):
        if request.method == "POST" and count_address(request, "password", TRIES_PER_MINUTE)["should_limit"]:
            return error_page(request, "too-many")
        return view(request, *args, **kwargs)

    return limited


def address(request) -> str | None:
    """Return the address for which failed logins count: for IPv6 the first of the network; None if it is unknown."""
    client = client_address(request.META, settings.TRUSTED_PROXIES)
    return None if client == UNKNOWN else client.partition("/")[0]


def locked_out(request, original_response=None, credentials=None):
    """Return the error page for a client that is locked out."""
    page = error_page(request, "locked-out")
    page["Retry-After"] = str(int(settings.AXES_COOLOFF_TIME.total_seconds()))
    return page
