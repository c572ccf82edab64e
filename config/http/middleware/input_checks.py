import re
from urllib.parse import unquote_to_bytes

from django.core.exceptions import DisallowedHost, TooManyFieldsSent
from django.http import HttpResponsePermanentRedirect
from django.utils.deprecation import MiddlewareMixin
from django.utils.encoding import escape_uri_path, iri_to_uri

from config.http.problems import error_response, is_api_path

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
NOT_UTF8 = re.compile("%[89A-F][0-9A-F]")
"""Django writes bytes in a path that are not UTF-8 as "%" and two digits. Our paths have no "%"."""
PATHS_FOR_ANY_HOST = ("/healthz", "/readyz")
"""Load balancers request these paths by the IP address of the machine."""
MOST_PARAMETERS = 1_000
"""The largest number of parameters in a query string. Forms that are sent by POST may have more fields."""


class InputCheckMiddleware(MiddlewareMixin):
    """Reject requests with control characters, invalid UTF-8, unknown hosts or too many parameters. PostgreSQL and
    SQLite treat such characters differently, and Django would log an unknown host as an error."""

    def __call__(self, request):
        problem = _problem(request)
        return error_response(request, problem) if problem else self.get_response(request)


class TrailingSlashMiddleware(MiddlewareMixin):
    """Redirect an API path that ends with a slash to the path without it (308)."""

    def __call__(self, request):
        path = request.path
        if path.endswith("/") and is_api_path(request.path_info):
            return HttpResponsePermanentRedirect(_without_slash(request), preserve_request=True)
        return self.get_response(request)


def _problem(request):
    """Return the code of the error if the request must be rejected, otherwise None."""
    path, query = request.path_info, request.META.get("QUERY_STRING", "")
    try:
        text = path + unquote_to_bytes(query.encode("latin-1")).decode("utf-8")
        if NOT_UTF8.search(path) or CONTROL.search(text):
            return "invalid-character"
        if query.count("&") >= MOST_PARAMETERS:
            return "bad-request"
        # Both are read for the exceptions that Django raises about them.
        if path not in PATHS_FOR_ANY_HOST:
            request.get_host()
        len(request.GET)
    except UnicodeDecodeError:
        return "invalid-character"
    except DisallowedHost:
        return "unknown-host"
    except TooManyFieldsSent:
        return "bad-request"
    return None


def _without_slash(request):
    query = iri_to_uri(request.META.get("QUERY_STRING", ""))
    return escape_uri_path(request.path.rstrip("/")) + (f"?{query}" if query else "")
