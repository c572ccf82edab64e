"""Provide mixins for API views, and functions that build their responses."""

from datetime import datetime

from django.http import HttpResponse, HttpResponsePermanentRedirect
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import http_date
from rest_framework.response import Response

from config.http.exceptions import MovedPermanently

MAX_AGE = 60
"""The number of seconds for which a client or a shared cache may reuse a response."""


class ReadOnlyMixin:
    """Allow only the methods GET, HEAD and OPTIONS. Redirect an old slug to the current one."""

    http_method_names = ["get", "head", "options"]

    def options(self, request, *args, **kwargs):
        """Return 204 with the header ``Allow`` of Django REST framework. `/api/schema` describes the methods."""
        # A response of the framework would be rendered, and a renderer of pages has no template for it.
        response = HttpResponse(status=204)
        del response["Content-Type"]
        return response

    def handle_exception(self, exc):
        """Return a 308 redirect for `MovedPermanently`, to the same view and query string with the new slug."""
        if not isinstance(exc, MovedPermanently):
            return super().handle_exception(exc)
        query = self.request.META["QUERY_STRING"]
        path = reverse(self.request.resolver_match.view_name, args=[exc.slug])
        return HttpResponsePermanentRedirect(f"{path}?{query}" if query else path, preserve_request=True)


class CountedMixin(ReadOnlyMixin):
    """Count each request against the rate limit. Only the client's own cache may store the response, no shared cache.

    ``throttle_scope`` is the name of the endpoint in the usage statistics. Each path in ``urls.py`` sets its own name.
    """

    throttle_scope = "graph"

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        response.setdefault("Cache-Control", f"private, max-age={MAX_AGE}")
        patch_vary_headers(response, ("Accept-Encoding", "Authorization"))
        return response


class PublicMixin(ReadOnlyMixin):
    """Return the same response to every client. Shared caches may store it; the rate limit ignores the requests."""

    max_age = MAX_AGE

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        response.setdefault("Cache-Control", f"public, max-age={self.max_age}")
        patch_vary_headers(response, ("Accept-Encoding",))
        return response


def json_response(document: dict, modified: datetime) -> Response:
    """Return a 200 response with the document as JSON. ``modified`` becomes the header ``Last-Modified``."""
    return Response(document, headers={"Last-Modified": http_date(modified.timestamp())})


def page_response(document: dict, modified: datetime, total: int, next_url: str | None) -> Response:
    """Return one page of a list. ``X-Total-Count`` counts the rows of all pages; ``Link`` leads to the next page."""
    response = json_response(document, modified)
    response["X-Total-Count"] = str(total)
    if next_url:
        response["Link"] = f'<{next_url}>; rel="next"'
    return response


def throttle_scope_of(view) -> str | None:
    """Return the name of the view in the usage statistics. Return None if the rate limit does not count it."""
    scope = getattr(view, "initkwargs", {}).get("throttle_scope")
    return scope or getattr(getattr(view, "cls", None), "throttle_scope", None)
