"""Build error responses: JSON documents (RFC 9457) for paths below /api and /feed, HTML pages for all others."""

import json
import logging
import sys
from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.db import InterfaceError, OperationalError
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import escape_uri_path
from rest_framework import exceptions

from config.http.database import time_limit
from config.http.database.availability import availability
from config.http.documents import STRING, Document, Member, one_of
from config.http.links import base_url
from config.http.problem_types import PROBLEM_TYPES, code_of_status

MEDIA_TYPE = "application/problem+json"
API_PREFIXES, BELOW_API = ("/api", "/feed"), ("/api/", "/feed/")
DATABASE_ERRORS = (OperationalError, InterfaceError)
RETRY_AFTER_DATABASE_ERROR = 2
"""The seconds that a client should wait after a database error, before it sends the request again."""
URI_REFERENCE = {"type": "string", "format": "uri-reference"}
Links = Callable[[], list[tuple[str, str]]]

logger = logging.getLogger(__name__)


class ParameterError(Document):
    parameter = Member(STRING, null=True, description="Name of the parameter")
    detail = Member(STRING, description="What the parameter must be")


class Problem(Document):
    """A problem document of RFC 9457."""

    type = Member(URI_REFERENCE, description="RFC 9457: the page that explains this type of problem")
    title = Member(
        one_of(sorted({problem.title for problem in PROBLEM_TYPES.values()})), description="The type in a few words"
    )
    status = Member({"type": "integer"}, description="HTTP status code")
    detail = Member(STRING, description="What happened, in a sentence")
    instance = Member(URI_REFERENCE, description="The path of the request")
    errors = Member(ParameterError, many=True, optional=True, description="One for each invalid parameter")
    suggestions = Member(
        STRING, many=True, optional=True, maxItems=3, description="Similar slugs of entities that exist"
    )
    request_id = Member(STRING, null=True, description="Identifier of the request in the logs")


def is_api_path(path: str) -> bool:
    """Return True for /api, /feed and all paths below them. Their errors are JSON documents."""
    return path in API_PREFIXES or path.startswith(BELOW_API)


def problem_response(request, code: str, *, detail="", headers=None, errors=None, suggestions=None) -> HttpResponse:
    """Return a JSON error of the problem type ``code``, such as "not-found". By default, ``detail`` is the general
    meaning of this type. ``errors`` (invalid parameters) and ``suggestions`` (similar slugs) are optional members of
    the JSON document. ``headers`` are further response headers."""
    kind = PROBLEM_TYPES[code]
    document = Problem.render(
        None,
        type=_absolute(request, reverse("problem", args=[code])),
        title=kind.title,
        status=kind.status,
        detail=detail or kind.meaning,
        instance=escape_uri_path(request.path),
        errors=errors,
        suggestions=suggestions,
        request_id=_request_id(request),
    )
    # The document describes one request only, so no cache may store it.
    headers = {"Cache-Control": "no-store", **(headers or {})}
    return HttpResponse(json.dumps(document, ensure_ascii=False), MEDIA_TYPE, kind.status, headers=headers)


def error_response(request, code: str, *, links: Links | None = None, **extra) -> HttpResponse:
    """Return an error of the problem type ``code``: JSON for an API path, otherwise an HTML page. The HTML page
    suggests the links that the function ``links`` returns: a list of pairs (path, name). ``extra`` are optional
    arguments of `problem_response`. The HTML page shows neither ``detail`` nor ``suggestions``."""
    if is_api_path(request.path_info):
        return problem_response(request, code, **extra)
    return _page(request, code, links=links() if links else (), **extra)


def database_unavailable(request, error: Exception) -> HttpResponse:
    """Return 503 for a database error or the timeout of a query. The log gets only the class of the error, but no
    SQL."""
    # PostgreSQL may have a limit of its own (statement_timeout).
    timed_out = time_limit.is_over() or type(error.__cause__).__name__ == "QueryCanceled"
    logger.error("Request %s: database failed with %s", _request_id(request), type(error).__name__)
    code = "query-timeout" if timed_out and not availability.is_unavailable else "database-unavailable"
    return error_response(request, code, headers={"Retry-After": str(RETRY_AFTER_DATABASE_ERROR)})


def exception_handler(exception: Exception, context: dict) -> HttpResponse | None:
    """Return the error response for an APIException in an API view. For any other exception, return None. Then another
    function or class makes the response: `DatabaseErrorMiddleware` for a database error, otherwise a function of this
    module such as `page_not_found` or `server_error`.

    If the exception has the attribute ``problem``, it is the code of the problem type. If it has the attribute
    ``members``, these are additional members of the JSON document."""
    if not isinstance(exception, exceptions.APIException):
        return None
    code = getattr(exception, "problem", None) or code_of_status(exception.status_code)
    members = getattr(exception, "members", {})
    detail = exception.detail if isinstance(exception.detail, str) else ""
    return error_response(context["request"]._request, code, detail=str(detail), **members)


def bad_request(request, exception=None) -> HttpResponse:
    return error_response(request, "unknown-host" if isinstance(exception, DisallowedHost) else "bad-request")


def permission_denied(request, exception=None, reason="") -> HttpResponse:
    """Return a 403 response. Django calls this function for PermissionDenied, and `csrf_failure` calls it for a form
    without a valid CSRF token. The response does not contain ``reason``, which could help an attacker."""
    return error_response(request, "forbidden")


def page_not_found(request, exception=None) -> HttpResponse:
    return error_response(request, "no-such-path")


def server_error(request) -> HttpResponse:
    """Return the response to an exception that no other code has handled: 503 for one of DATABASE_ERRORS, otherwise
    500."""
    error = sys.exc_info()[1]
    if isinstance(error, DATABASE_ERRORS):
        return database_unavailable(request, error)
    logger.error("Request %s failed with %s", _request_id(request), type(error).__name__)
    return error_response(request, "internal-error")


def _page(request, code, *, links, headers=None, errors=(), suggestions=(), detail=""):
    kind = PROBLEM_TYPES[code]
    context = {"problem": kind, "request_id": _request_id(request), "errors": errors, "links": links}
    # The request is not passed on: context processors could query a database that is unavailable.
    body = render_to_string([f"{kind.status}.html", "problems/error.html"], context)
    return HttpResponse(body, status=kind.status, headers={"Cache-Control": "no-store", **(headers or {})})


def _absolute(request, path):
    try:
        return base_url(request) + path
    except DisallowedHost:
        # A URL must not contain a host that is not allowed; RFC 9457 permits a relative reference.
        return path


def _request_id(request):
    return getattr(request, "request_id", None)
