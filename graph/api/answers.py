"""What every answer of the graph's API has in common."""

from datetime import datetime

from django.utils.cache import patch_vary_headers
from django.utils.http import http_date
from rest_framework.response import Response

SECONDS_KEPT = 60


class CountedAnswers:
    """Read-only, counted against the caller's allowance; only the caller's own cache may keep an answer."""

    http_method_names = ["get", "head", "options"]
    throttle_scope = "graph"

    def options(self, request, *args, **kwargs):
        """204 with Allow, which the framework puts on every answer; what there is to know stands in /api/schema."""
        return Response(status=204)

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        response.setdefault("Cache-Control", f"private, max-age={SECONDS_KEPT}")
        patch_vary_headers(response, ("Accept-Encoding", "Authorization"))
        return response


def answer(document: dict, modified: datetime, total: int, following: str | None) -> Response:
    """200 with the document, the number of all rows, and a link to the next page when there is one."""
    headers = {"Last-Modified": http_date(modified.timestamp()), "X-Total-Count": str(total)}
    if following:
        headers["Link"] = f'<{following}>; rel="next"'
    return Response(document, headers=headers)
