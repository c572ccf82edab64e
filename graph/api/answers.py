"""What every answer of the graph's API has in common."""

from datetime import datetime

from django.http import HttpResponsePermanentRedirect
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import http_date
from rest_framework.response import Response

from graph.api.exceptions import MovedEntity

SECONDS_KEPT = 60


class ReadOnlyAnswers:
    """What reading has in common: its methods, and where a former slug leads."""

    http_method_names = ["get", "head", "options"]

    def options(self, request, *args, **kwargs):
        """204 with Allow, which the framework puts on every answer; what there is to know stands in /api/schema."""
        return Response(status=204)

    def handle_exception(self, exc):
        """308 to the slug of today for a former one, with the query that was asked."""
        if not isinstance(exc, MovedEntity):
            return super().handle_exception(exc)
        query = self.request.META["QUERY_STRING"]
        path = reverse(self.request.resolver_match.view_name, args=[exc.slug])
        return HttpResponsePermanentRedirect(f"{path}?{query}" if query else path, preserve_request=True)


class CountedAnswers(ReadOnlyAnswers):
    """Counted against the caller's allowance; only the caller's own cache may keep an answer.

    ``throttle_scope`` is the name that use is recorded under; each path gives its own.
    """

    throttle_scope = "graph"

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        response.setdefault("Cache-Control", f"private, max-age={SECONDS_KEPT}")
        patch_vary_headers(response, ("Accept-Encoding", "Authorization"))
        return response


class PublicAnswers(ReadOnlyAnswers):
    """Not counted, the same for everybody; any cache may keep an answer."""

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        response.setdefault("Cache-Control", f"public, max-age={SECONDS_KEPT}")
        patch_vary_headers(response, ("Accept-Encoding",))
        return response


def answer(document: dict, modified: datetime) -> Response:
    """200 with the document and when it last became what it is."""
    return Response(document, headers={"Last-Modified": http_date(modified.timestamp())})


def page_answer(document: dict, modified: datetime, total: int, following: str | None) -> Response:
    """The same for one page of many: with the number of all rows, and a link to the next page when there is one."""
    response = answer(document, modified)
    response["X-Total-Count"] = str(total)
    if following:
        response["Link"] = f'<{following}>; rel="next"'
    return response
