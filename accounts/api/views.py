from drf_spectacular.utils import extend_schema
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import limits
from accounts.api.documents import Me, me_document
from config.http.openapi import ok
from config.http.parameters import read_parameters
from config.http.views import ReadOnlyMixin


class MeView(ReadOnlyMixin, APIView):
    """Respond with the caller's tier, rate limit and use. The request is not counted, and caches may not store it."""

    @extend_schema(
        operation_id="get_me",
        summary="Your tier, what is left, and your use",
        description="With a key or without. Not counted against any limit.",
        responses=ok(Me, "What applies to the caller"),
    )
    def get(self, request):
        read_parameters(request.GET)
        caller = request.caller
        # The middleware sets the headers from the same usage, so that they agree with the body.
        request._request.usage = usage = limits.peek(request._request, caller)
        return Response(me_document(caller, usage), headers={"Cache-Control": "private, no-store"})
