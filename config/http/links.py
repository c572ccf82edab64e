"""Absolute URLs: on ``BASE_URL`` when it is set, otherwise on the host of the request."""

from urllib.parse import urlencode

from django.conf import settings


def base_url(request) -> str:
    """Scheme and host, without a slash at the end."""
    return settings.BASE_URL or f"{request.scheme}://{request.get_host()}"


def next_page_url(request, path: str, cursor: str | None) -> str | None:
    """The URL of the next page: the same query with the cursor; None without a cursor."""
    if cursor is None:
        return None
    query = request.GET.dict() | {"cursor": cursor}
    return f"{base_url(request)}{path}?{urlencode(query)}"
