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
    """Reject control characters such as NUL, invalid UTF-8, an unknown host and too many parameters.

    Databases treat such characters differently; for the others, Django would log a stack trace.
    """

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
    if not _is_readable(request):
        return "invalid-character"
    if request.META.get("QUERY_STRING", "").count("&") >= MOST_PARAMETERS:
        return "bad-request"
    try:
        # Both are read for the exceptions that Django raises about them.
        if request.path_info not in PATHS_FOR_ANY_HOST:
            request.get_host()
        len(request.GET)
    except DisallowedHost:
        return "unknown-host"
    except TooManyFieldsSent:
        return "bad-request"
    return None


def _is_readable(request):
    return not NOT_UTF8.search(request.path_info) and _is_text(request.path_info) and _is_text(_query(request))


def _query(request):
    """Return the decoded query string, or None if it is not UTF-8."""
    try:
        return unquote_to_bytes(request.META.get("QUERY_STRING", "").encode("latin-1")).decode("utf-8")
    except UnicodeDecodeError:
        return None


def _is_text(text):
    return text is not None and not CONTROL.search(text)


def _without_slash(request):
    query = iri_to_uri(request.META.get("QUERY_STRING", ""))
    return escape_uri_path(request.path.rstrip("/")) + (f"?{query}" if query else "")
