from hashlib import sha256

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import parse_etags, parse_http_date_safe

OF_THE_BODY = ("Content-Type", "Content-Length", "Content-Encoding", "Content-Disposition")


class ConditionalMiddleware:
    """ETag of the content on every kept 200, the same on every server; 304 when the client has it already.

    Stands inside compression, so that the tag is that of the uncompressed bytes.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        if not _is_kept(request, response):
            return response
        response.setdefault("ETag", f'"{sha256(response.content).hexdigest()[:32]}"')
        return _as_the_conditions_say(request, response)


def _is_kept(request, response):
    plain = request.method in ("GET", "HEAD") and response.status_code == 200 and not response.streaming
    return plain and "no-store" not in response.get("Cache-Control", "")


def _as_the_conditions_say(request, response):
    modified = response.get("Last-Modified")
    answer = get_conditional_response(request, response["ETag"], modified and parse_http_date_safe(modified), response)
    return _not_modified(request, response) if answer.status_code == 304 else answer


def _not_modified(request, response):
    """304 with every header of the 200 but those of its body (limits and totals too)."""
    kept = {name: value for name, value in response.items() if name not in OF_THE_BODY}
    answer = HttpResponse(status=304, headers=kept | {"ETag": _as_held(request, response["ETag"])})
    del answer["Content-Type"]
    return answer


def _as_held(request, etag):
    """A client that holds compressed bytes holds a weak tag, and updates what it keeps by that (RFC 9111, 4.3.4)."""
    held = parse_etags(request.headers.get("If-None-Match", ""))
    return f"W/{etag}" if f"W/{etag}" in held and etag not in held else etag
