from urllib.parse import urlencode

from django.conf import settings


def base_url(request) -> str:
    """Return the scheme and host with which absolute URLs begin, such as ``https://example.org``."""
    return settings.BASE_URL or f"{request.scheme}://{request.get_host()}"


def site(request) -> dict:
    """Return the template variable ``base_url``, such as ``https://example.org``, as a dictionary. This is a context
    processor, so every template can use the variable."""
    return {"base_url": base_url(request)}


def server_url() -> str:
    """Return the scheme and host of the service from the settings. E-mails and webhooks use it, because they are not
    made during a request."""
    return settings.BASE_URL or settings.SERVER_URL


def next_page_url(request, path: str, cursor: str | None) -> str | None:
    if cursor is None:
        return None
    query = request.GET.dict() | {"cursor": cursor}
    return f"{base_url(request)}{path}?{urlencode(query)}"
