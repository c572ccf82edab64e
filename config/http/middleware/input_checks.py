"""Requests that are rejected or redirected before any view or database sees them."""

import re
from urllib.parse import unquote_to_bytes

from django.core.exceptions import DisallowedHost, TooManyFieldsSent
from django.http import HttpResponsePermanentRedirect
from django.utils.encoding import escape_uri_path, iri_to_uri

from config.http.problems import error_response, is_api_path

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
NOT_UTF8 = re.compile("%[89A-F][0-9A-F]")
"""Django percent-encodes bytes in the path that are not UTF-8; no path of the service has a percent sign."""
PATHS_FOR_ANY_HOST = ("/healthz", "/readyz")
"""Load balancers request these by the machine's address, which is none of the allowed hosts."""
MOST_PARAMETERS = 1_000
"""Parameters of a query; the forms of editors, which are sent by POST, have more."""


class InputCheckMiddleware:
    """Reject text that the two databases treat differently: control characters such as NUL, and bytes not UTF-8.

    Unknown hosts and endless queries are rejected as well, because Django would log each with a stack trace.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        problem = _problem(request)
        return error_response(request, problem) if problem else self.get_response(request)


class TrailingSlashMiddleware:
    """Redirect paths of the API that end with a slash to the path without it, by 308."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        path = request.path
        if path.endswith("/") and is_api_path(request.path_info):
            return HttpResponsePermanentRedirect(_without_slash(request), preserve_request=True)
        return self.get_response(request)


def _problem(request):
    """The type of the problem with the request; None when there is none."""
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
    """The unquoted query; None when it is not UTF-8."""
    try:
        return unquote_to_bytes(request.META.get("QUERY_STRING", "").encode("latin-1")).decode("utf-8")
    except UnicodeDecodeError:
        return None


def _is_text(text):
    return text is not None and not CONTROL.search(text)


def _without_slash(request):
    query = iri_to_uri(request.META.get("QUERY_STRING", ""))
    return escape_uri_path(request.path.rstrip("/")) + (f"?{query}" if query else "")
