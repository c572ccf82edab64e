"""Build absolute URLs. They begin with the setting ``BASE_URL`` or, if it is empty, with the host of the request."""

from urllib.parse import urlencode

from django.conf import settings


def base_url(request) -> str:
    """Return the beginning of absolute URLs, such as ``https://example.org``. It does not end with a slash."""
    return settings.BASE_URL or f"{request.scheme}://{request.get_host()}"


def next_page_url(request, path: str, cursor: str | None) -> str | None:
    """Return the URL of the next page: the URL of the request with the ``cursor``. Return None without a cursor."""
    if cursor is None:
        return None
    query = request.GET.dict() | {"cursor": cursor}
    return f"{base_url(request)}{path}?{urlencode(query)}"
