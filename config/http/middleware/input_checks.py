import re
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpResponsePermanentRedirect
from django.utils.deprecation import MiddlewareMixin
from django.utils.encoding import escape_uri_path, iri_to_uri

from config.http.problems import error_response

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
NOT_UTF8 = re.compile("%[89A-F][0-9A-F]")
"""Matches an invalid byte in a path, such as ``%FF``. If a byte is not valid UTF-8, Django writes it as a per cent sign
and two hexadecimal digits. Valid paths of the service contain no per cent sign."""
PATHS_FOR_ANY_HOST = ("/healthz", "/readyz")
"""The paths of health checks. The header Host of such a request may name any host, because load balancers use the IP
address of the machine."""
MOST_PARAMETERS = 1_000
"""The largest number of parameters in a query string. Forms that are sent by POST may have more fields."""


PATHS_WITH_SIGN_IN = (settings.PATHS_OF_EDITORS, "/account")
LONGEST_URL = 5_400
"""The largest number of characters in a path with its query, for paths that may redirect to the sign-in page or to
another path. The redirect contains the path and the query in encoded form, which is longer. Django allows 16,384
characters in a redirect."""


class InputCheckMiddleware(MiddlewareMixin):
    """Respond with 400 to an invalid request:

    - The path or the query has control characters or invalid UTF-8.
    - The query has too many parameters.
    - The URL is longer than LONGEST_URL, and its path may redirect.
    - The host is unknown. Health checks may name any host.

    Store the host in ``request.host``: to check it again for each link would take longer."""

    def __call__(self, request):
        problem = _problem(request)
        return error_response(request, problem) if problem else self.get_response(request)


class TrailingSlashMiddleware(MiddlewareMixin):
    """Redirect a path that ends with a slash to the path without it (308). Paths of the admin are not redirected,
    because they end with a slash."""

    def __call__(self, request):
        path = request.path_info
        if path.endswith("/") and path != "/" and not path.startswith(settings.PATHS_OF_EDITORS):
            return HttpResponsePermanentRedirect(_without_slash(request), preserve_request=True)
        return self.get_response(request)


def _problem(request):
    """Return the code of the problem type if the request must be rejected, otherwise None."""
    path, query = request.path_info, request.META.get("QUERY_STRING", "")
    try:
        text = path + unquote_to_bytes(query.encode("latin-1")).decode("utf-8")
        if NOT_UTF8.search(path) or CONTROL.search(text):
            return "invalid-character"
        if query.count("&") >= MOST_PARAMETERS or (_may_redirect(path) and len(request.get_full_path()) > LONGEST_URL):
            return "bad-request"
        if path not in PATHS_FOR_ANY_HOST:
            request.host = request.get_host()
    except UnicodeDecodeError:
        return "invalid-character"
    except DisallowedHost:
        return "unknown-host"
    return None


def _may_redirect(path):
    return path.endswith("/") or path.startswith(PATHS_WITH_SIGN_IN)


def _without_slash(request):
    query = iri_to_uri(request.META.get("QUERY_STRING", ""))
    # Browsers take the beginning "//" of a redirect to be the start of another host.
    return "/" + escape_uri_path(request.path.strip("/")) + (f"?{query}" if query else "")
