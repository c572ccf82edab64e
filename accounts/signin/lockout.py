"""What django-axes calls: it locks out clients that guess passwords of the staff."""

from functools import wraps

from django.conf import settings

from accounts.client_address import UNKNOWN, client_address
from accounts.limits import count_address
from accounts.signin.error_pages import error_page

TRIES_PER_MINUTE = 10
"""For one address, over all usernames: to check a password takes the better part of a second of processor time."""


def limit_tries(view):
    """Limit how often one address can submit the form of the admin's login page."""

    @wraps(view)
    def limited(request, *args, **kwargs):
        if request.method == "POST" and count_address(request, "password", TRIES_PER_MINUTE)["should_limit"]:
            return error_page(request, "too-many")
        return view(request, *args, **kwargs)

    return limited


def address(request) -> str | None:
    """The address for which attempts count; the first of an IPv6 network, because the column takes no network."""
    client = client_address(request.META, settings.TRUSTED_PROXIES)
    return None if client == UNKNOWN else client.partition("/")[0]


def locked_out(request, original_response=None, credentials=None):
    """The response to a client that is locked out."""
    page = error_page(request, "locked-out")
    page["Retry-After"] = str(int(settings.AXES_COOLOFF_TIME.total_seconds()))
    return page
