"""Provide mixins for API views, and functions that build their responses."""

from datetime import datetime

from django.http import HttpResponse, HttpResponsePermanentRedirect
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import http_date
from rest_framework.response import Response

from config.http.cache import Validity
from config.http.exceptions import MovedPermanently

MAX_AGE = 60
"""The number of seconds for which a client or a shared cache may reuse a response."""

USUAL_GUARD = 600
"""How many requests per minute one IP address may send to the paths without a rate limit.

Otherwise one client could make all other clients wait.
"""
HIGHER_GUARD = 1_200
"""How many requests per minute one IP address may send to the search, and to the feeds.

This is more than usual, because a search can send a request for each typed letter.
"""


class ReadOnlyMixin:
    """A mixin for API views that allow only GET, HEAD and OPTIONS. An old slug redirects to the current slug."""

    http_method_names = ["get", "head", "options"]

    def options(self, request, *args, **kwargs):
        """Return 204 with the header ``Allow``. The document `/api/schema` describes the methods."""
        # A response of the framework would be rendered, and a renderer of pages has no template for it.
        response = HttpResponse(status=204)
        del response["Content-Type"]
        return response

    def handle_exception(self, exc):
        """Return a 308 redirect for `MovedPermanently`. The URL is the same, but with the new slug."""
        if not isinstance(exc, MovedPermanently):
            return super().handle_exception(exc)
        query = self.request.META["QUERY_STRING"]
        path = reverse(self.request.resolver_match.view_name, args=[exc.slug])
        return HttpResponsePermanentRedirect(f"{path}?{query}" if query else path, preserve_request=True)


class CountedMixin(ReadOnlyMixin):
    """A mixin for API views whose requests count against the rate limit.

    Only the client itself may cache the response; shared caches may not. ``throttle_scope`` is the name of the endpoint
    in the usage statistics. Each path in ``urls.py`` sets its own name.
    """

    throttle_scope = "graph"

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        response.setdefault("Cache-Control", f"private, max-age={MAX_AGE}")
        patch_vary_headers(response, ("Accept-Encoding", "Authorization"))
        return response


class PublicMixin(ReadOnlyMixin):
    """A mixin for API views whose requests do not count against the rate limit. Shared caches may store the response.

    The response is the same for every client. ``guard`` is the number of requests per minute for one IP address.
    """

    max_age = MAX_AGE
    guard = USUAL_GUARD

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        response.setdefault("Cache-Control", f"public, max-age={self.max_age}")
        patch_vary_headers(response, ("Accept-Encoding",))
        return response


def json_response(document: dict, modified: datetime, validity: Validity | None = None) -> Response:
    """Return a 200 response with ``document`` as JSON. ``modified`` is the value of the header ``Last-Modified``.

    If ``validity`` is given, this process stores the response and reuses it as long as it is valid.
    """
    response = Response(document, headers={"Last-Modified": http_date(modified.timestamp())})
    response.validity = validity
    return response


def page_response(document: dict, modified: datetime, total: int, next_url: str | None, validity=None) -> Response:
    """Return a 200 response with one page of a list as JSON.

    The header ``X-Total-Count`` is the number of rows on all pages. The header ``Link`` contains the URL of the next
    page.
    """
    response = json_response(document, modified, validity)
    response["X-Total-Count"] = str(total)
    if next_url:
        response["Link"] = f'<{next_url}>; rel="next"'
    return response


def throttle_scope_of(view) -> str | None:
    """Return the name of the view in the usage statistics, or None if the rate limit does not count its requests."""
    scope = getattr(view, "initkwargs", {}).get("throttle_scope")
    return scope or getattr(getattr(view, "cls", None), "throttle_scope", None)


def guard_of(view) -> int:
    """Return how many requests per minute one IP address may send to a view without a rate limit."""
    return getattr(getattr(view, "cls", None), "guard", USUAL_GUARD)
