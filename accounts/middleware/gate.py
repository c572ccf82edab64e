"""What is refused or sent elsewhere before any view or database sees it."""

import re
from urllib.parse import unquote_to_bytes

from django.http import HttpResponsePermanentRedirect
from django.utils.encoding import escape_uri_path, iri_to_uri

from accounts.problems import answer, answers_with_problems

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
ASKED_BY_ADDRESS = ("/healthz", "/readyz")
"""Load balancers ask these by the machine's address, which no host name of ours covers."""


class InputGateMiddleware:
    """Refuses what the two databases would take differently: NUL and other controls, surrogates, bytes not UTF-8."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if request.path_info not in ASKED_BY_ADDRESS:
            request.get_host()
        if not (_is_readable(request.META["PATH_INFO"]) and _is_readable(_unquoted(request))):
            return answer(request, "invalid-character")
        return self.get_response(request)


class TrailingSlashMiddleware:
    """Paths of the API end without a slash: with one they are answered by 308 to the path without it."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        path = request.path
        if path.endswith("/") and answers_with_problems(request.path_info):
            return HttpResponsePermanentRedirect(_without_slash(request), preserve_request=True)
        return self.get_response(request)


def _is_readable(raw):
    """``raw`` holds bytes as WSGI does, one character each; strict UTF-8 has no surrogates."""
    try:
        return not CONTROL.search(raw.encode("latin-1").decode("utf-8"))
    except UnicodeDecodeError:
        return False


def _unquoted(request):
    return unquote_to_bytes(request.META.get("QUERY_STRING", "").encode("latin-1")).decode("latin-1")


def _without_slash(request):
    query = iri_to_uri(request.META.get("QUERY_STRING", ""))
    return escape_uri_path(request.path.rstrip("/")) + (f"?{query}" if query else "")
