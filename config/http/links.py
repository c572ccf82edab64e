"""Build absolute URLs. They begin with the setting ``BASE_URL``, or without it with the host of the request."""

from urllib.parse import urlencode

from django.conf import settings


def base_url(request) -> str:
    """Return the beginning of absolute URLs, such as ``https://example.org``, without a slash after it."""
    return settings.BASE_URL or f"{request.scheme}://{request.get_host()}"


def next_page_url(request, path: str, cursor: str | None) -> str | None:
    """Return the URL of the next page: the same query with this cursor. Return None without a cursor."""
    if cursor is None:
        return None
    query = request.GET.dict() | {"cursor": cursor}
    return f"{base_url(request)}{path}?{urlencode(query)}"
