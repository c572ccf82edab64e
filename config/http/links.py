from urllib.parse import urlencode

from django.conf import settings


def base_url(request) -> str:
    """Return the scheme and host with which absolute URLs begin, such as ``https://example.org``. They come from the
    setting BASE_URL or, if it is empty, from the request."""
    return settings.BASE_URL or f"{request.scheme}://{getattr(request, 'host', '') or request.get_host()}"


def site(request) -> dict:
    """Return the template variable ``base_url``, as in ``{"base_url": "https://example.org"}``. This is a context
    processor, so every template can use the variable."""
    return {"base_url": base_url(request)}


def server_url() -> str:
    """Return the scheme and host of the service from the settings, such as ``https://example.org``. E-mails and
    webhooks use it, because they have no request with a host."""
    return settings.BASE_URL or settings.SERVER_URL


def next_page_url(request, path: str, cursor: str | None) -> str | None:
    if cursor is None:
        return None
    query = request.GET.dict() | {"cursor": cursor}
    return f"{base_url(request)}{path}?{urlencode(query)}"
