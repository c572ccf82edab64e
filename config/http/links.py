from urllib.parse import urlencode

from django.conf import settings


def base_url(request) -> str:
    """Return the beginning of absolute URLs, such as ``https://example.org``, without a slash at the end."""
    return settings.BASE_URL or f"{request.scheme}://{request.get_host()}"


def site(request) -> dict:
    """Return what every template may use: the context processor of ``settings.TEMPLATES``."""
    return {"base_url": base_url(request)}


def server_url() -> str:
    """Return what `base_url` does, for e-mails and webhooks, which have no request."""
    return settings.BASE_URL or settings.SERVER_URL


def next_page_url(request, path: str, cursor: str | None) -> str | None:
    if cursor is None:
        return None
    query = request.GET.dict() | {"cursor": cursor}
    return f"{base_url(request)}{path}?{urlencode(query)}"
