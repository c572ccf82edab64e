"""Lock out clients that try many passwords of staff accounts. We use django-axes, and a limit of tries per minute."""

from functools import wraps

from django.conf import settings

from accounts.client_address import UNKNOWN, client_address
from accounts.limits import count_address
from accounts.signin.error_pages import error_page

TRIES_PER_MINUTE = 10
"""How many passwords one IP address may try per minute, because each check takes much processor time."""


def limit_tries(view):
    """Decorate the login page of the admin. An IP address may submit the form TRIES_PER_MINUTE times per minute."""

    @wraps(view)
    def limited(request, *args, **kwargs):
        if request.method == "POST" and count_address(request.META, "password", TRIES_PER_MINUTE)["should_limit"]:
            return error_page(request, "too-many")
        return view(request, *args, **kwargs)

    return limited


def address(request) -> str | None:
    """Return the IP address for which django-axes counts failed logins, or None if the address is unknown.

    For IPv6, this is the first address of the client's network.
    """
    client = client_address(request.META, settings.TRUSTED_PROXIES)
    return None if client == UNKNOWN else client.partition("/")[0]


def locked_out(request, original_response=None, credentials=None):
    """Return the error page for a client that is locked out."""
    return error_page(request, "locked-out")
