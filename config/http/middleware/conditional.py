from collections import OrderedDict
from hashlib import sha256

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.deprecation import MiddlewareMixin
from django.utils.http import http_date, parse_http_date_safe

from config.http.delivery import BODY_HEADERS, etag_of_client

MOST_PATHS = 500


class ConditionalMiddleware(MiddlewareMixin):
    """Set ETag and Last-Modified on each cacheable response. Respond with 304 if the client already has the content.

    If a view does not say when the content changed, Last-Modified is the time when this process first sent the
    content."""

    def __init__(self, get_response):
        super().__init__(get_response)
        # Maps a path to the ETag of its content and the time when this content was first sent.
        self._first_sent: OrderedDict[str, tuple[str, str]] = OrderedDict()

    def process_response(self, request, response):
        if not _is_cacheable(request, response):
            return response
        response.setdefault("ETag", f'"{sha256(response.content).hexdigest()[:32]}"')
        response.setdefault("Last-Modified", self._time_of(request.path, response["ETag"]))
        modified = parse_http_date_safe(response["Last-Modified"])
        result = get_conditional_response(request, response["ETag"], modified, response)
        return _not_modified(request, response) if result.status_code == 304 else result

    def _time_of(self, path, etag):
        known = self._first_sent.get(path)
        if known is None or known[0] != etag:
            self._first_sent[path] = known = etag, http_date()
            while len(self._first_sent) > MOST_PATHS:
                self._first_sent.popitem(last=False)
        return known[1]


def _is_cacheable(request, response):
    is_plain = request.method in ("GET", "HEAD") and response.status_code == 200 and not response.streaming
    return is_plain and "no-store" not in response.get("Cache-Control", "")


def _not_modified(request, response):
    """Return a 304 response. It has all headers of ``response`` except those about the body. Django's own 304 lacks
    some of these headers."""
    headers = {name: value for name, value in response.items() if name not in BODY_HEADERS}
    not_modified = HttpResponse(status=304, headers=headers | {"ETag": etag_of_client(request.META, response["ETag"])})
    del not_modified["Content-Type"]
    return not_modified
