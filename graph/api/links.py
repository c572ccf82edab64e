"""Absolute addresses: of the published base, else of the host that was asked."""

from urllib.parse import urlencode

from django.conf import settings


def base_url(request) -> str:
    """Without a slash at its end."""
    return settings.BASE_URL or f"{request.scheme}://{request.get_host()}"


def next_page(request, path: str, cursor: str | None) -> str | None:
    """The same question at the path, from the cursor on; None without one."""
    if cursor is None:
        return None
    query = request.GET.dict() | {"cursor": cursor}
    return f"{base_url(request)}{path}?{urlencode(query)}"
