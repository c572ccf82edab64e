from hashlib import sha256

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import http_date, parse_http_date_safe

from config.http.delivery import BODY_HEADERS, etag_of_client


class ConditionalMiddleware(MiddlewareMixin):
    """Set ETag and Last-Modified on each cacheable response. Respond with 304 if the client has the same content."""

    def process_response(self, request, response):
        if not _is_cacheable(request, response):
            return response
        response.setdefault("ETag", f'"{sha256(response.content).hexdigest()[:32]}"')
        response.setdefault("Last-Modified", http_date())
        modified = parse_http_date_safe(response["Last-Modified"])
        result = get_conditional_response(request, response["ETag"], modified, response)
        return _not_modified(request, response) if result.status_code == 304 else result


def _is_cacheable(request, response):
    is_plain = request.method in ("GET", "HEAD") and response.status_code == 200 and not response.streaming
    return is_plain and "no-store" not in response.get("Cache-Control", "")


def _not_modified(request, response):
    """Return a 304 response with all headers except those about the body. Django's own 304 lacks some of them."""
    headers = {name: value for name, value in response.items() if name not in BODY_HEADERS}
    not_modified = HttpResponse(status=304, headers=headers | {"ETag": etag_of_client(request.META, response["ETag"])})
    del not_modified["Content-Type"]
    return not_modified
