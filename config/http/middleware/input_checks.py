"""What is refused or sent elsewhere before any view or database sees it."""

import re
from urllib.parse import unquote_to_bytes

from django.core.exceptions import DisallowedHost, TooManyFieldsSent
from django.http import HttpResponsePermanentRedirect
from django.utils.encoding import escape_uri_path, iri_to_uri

from config.http.problems import error_response, is_api_path

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
NOT_UTF8 = re.compile("%[89A-F][0-9A-F]")
"""What Django has made of bytes in the path that are not UTF-8; no path of ours holds a percent sign."""
PATHS_FOR_ANY_HOST = ("/healthz", "/readyz")
"""Load balancers ask these by the machine's address, which no host name of ours covers."""


MOST_PARAMETERS = 1_000
"""Of a query; the forms of editors send more than that."""


class InputCheckMiddleware:
    """Refuses what the two databases would take differently: NUL and other controls, surrogates, bytes not UTF-8.

    Foreign hosts and queries without end too, before Django does: it would log each with a stack trace.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        refusal = _refusal(request)
        return error_response(request, refusal) if refusal else self.get_response(request)


class TrailingSlashMiddleware:
    """Paths of the API end without a slash: with one they are answered by 308 to the path without it."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        path = request.path
        if path.endswith("/") and is_api_path(request.path_info):
            return HttpResponsePermanentRedirect(_without_slash(request), preserve_request=True)
        return self.get_response(request)


def _refusal(request):
    """The type of problem with the request, None when there is none."""
    if not _is_readable(request):
        return "invalid-character"
    if request.META.get("QUERY_STRING", "").count("&") >= MOST_PARAMETERS:
        return "bad-request"
    try:
        # Read for their checks: whom the request is for, and how many parameters it has.
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
    """The query unquoted; None when it is not UTF-8, which has no surrogates."""
    try:
        return unquote_to_bytes(request.META.get("QUERY_STRING", "").encode("latin-1")).decode("utf-8")
    except UnicodeDecodeError:
        return None


def _is_text(text):
    return text is not None and not CONTROL.search(text)


def _without_slash(request):
    query = iri_to_uri(request.META.get("QUERY_STRING", ""))
    return escape_uri_path(request.path.rstrip("/")) + (f"?{query}" if query else "")
