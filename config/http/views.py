"""Mixins for API views: read-only methods, caching headers, redirects of old slugs; and the responses they return."""

from datetime import datetime

from django.http import HttpResponse, HttpResponsePermanentRedirect
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import http_date
from rest_framework.response import Response

from config.http.exceptions import MovedPermanently

MAX_AGE = 60
"""Seconds for which a client or a shared cache may reuse a response."""


class ReadOnlyMixin:
    """GET, HEAD and OPTIONS only; an old slug redirects to the current one."""

    http_method_names = ["get", "head", "options"]

    def options(self, request, *args, **kwargs):
        """204 with ``Allow``, which Django REST framework sets on every response; `/api/schema` holds the rest."""
        # A response of the framework would be rendered, and a renderer of pages has no template for it.
        response = HttpResponse(status=204)
        del response["Content-Type"]
        return response

    def handle_exception(self, exc):
        """Respond to `MovedPermanently` with 308 to the same view and query string."""
        if not isinstance(exc, MovedPermanently):
            return super().handle_exception(exc)
        query = self.request.META["QUERY_STRING"]
        path = reverse(self.request.resolver_match.view_name, args=[exc.slug])
        return HttpResponsePermanentRedirect(f"{path}?{query}" if query else path, preserve_request=True)


class CountedMixin(ReadOnlyMixin):
    """The rate limit counts each request, and only the caller's own cache may store the response.

    ``throttle_scope`` is the endpoint's name in the usage statistics; each path in ``urls.py`` passes its own.
    """

    throttle_scope = "graph"

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        response.setdefault("Cache-Control", f"private, max-age={MAX_AGE}")
        patch_vary_headers(response, ("Accept-Encoding", "Authorization"))
        return response


class PublicMixin(ReadOnlyMixin):
    """Not counted against the rate limit; every caller gets the same response, so shared caches may store it."""

    max_age = MAX_AGE

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        response.setdefault("Cache-Control", f"public, max-age={self.max_age}")
        patch_vary_headers(response, ("Accept-Encoding",))
        return response


def json_response(document: dict, modified: datetime) -> Response:
    """200 with the document and ``Last-Modified``."""
    return Response(document, headers={"Last-Modified": http_date(modified.timestamp())})


def page_response(document: dict, modified: datetime, total: int, next_url: str | None) -> Response:
    """200 with one page of a list; ``X-Total-Count`` counts the rows of all pages, ``Link`` leads to the next page."""
    response = json_response(document, modified)
    response["X-Total-Count"] = str(total)
    if next_url:
        response["Link"] = f'<{next_url}>; rel="next"'
    return response


def throttle_scope_of(view) -> str | None:
    """The view's name in the usage statistics; None when the rate limit does not count it."""
    scope = getattr(view, "initkwargs", {}).get("throttle_scope")
    return scope or getattr(getattr(view, "cls", None), "throttle_scope", None)
