"""Whoever guesses passwords of the staff is shut out for a while: what django-axes asks us."""

from django.conf import settings

from accounts.client_address import UNKNOWN, client_address
from accounts.signin.refusals import refused


def address(request) -> str | None:
    """Whom attempts are counted on; of an IPv6 network the first address, as a column of addresses takes no network."""
    counted = client_address(request.META, settings.TRUSTED_PROXIES)
    return None if counted == UNKNOWN else counted.partition("/")[0]


def locked_out(request, original_response=None, credentials=None):
    page = refused(request, "locked-out")
    page["Retry-After"] = str(int(settings.AXES_COOLOFF_TIME.total_seconds()))
    return page
