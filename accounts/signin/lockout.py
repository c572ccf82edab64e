"""Lock out clients that try many passwords of staff accounts: by django-axes, and by a limit of tries per minute."""

from functools import wraps

from django.conf import settings
from django.utils.crypto import salted_hmac

from accounts.client_address import UNKNOWN, client_address
from accounts.limits import seconds_to_wait
from accounts.signin.error_pages import error_page

TRIES_PER_MINUTE = 10
"""The number of passwords that one IP address may try per minute. Each check takes much processor time."""


def limit_tries(view):
    @wraps(view)
    def limited(request, *args, **kwargs):
        if request.method == "POST" and seconds_to_wait(request.META, "password", TRIES_PER_MINUTE):
            return error_page(request, "too-many")
        return view(request, *args, **kwargs)

    return limited


def address(request) -> str | None:
    """Return the client's IP address for django-axes, or None if it is unknown. For an IPv6 client, return the first
    address of its /64 network, because the client can use all addresses of this network."""
    client = client_address(request.META, settings.TRUSTED_PROXIES)
    return None if client == UNKNOWN else client.partition("/")[0]


def hashed_name(request, credentials=None) -> str:
    """Return a keyed hash of the name that a client typed, for django-axes. People type passwords into this field by
    mistake, so the database must not contain what they typed."""
    name = (credentials or request.POST).get("username") or ""
    return salted_hmac("accounts.signin.lockout", name, algorithm="sha256").hexdigest()


def locked_out(request, original_response=None, credentials=None):
    return error_page(request, "locked-out")
