"""The OpenAPI document of the whole service and the page to read and try it."""

from functools import cache

import orjson
from django.http import HttpResponse
from django.urls import path
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import http_date
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.exceptions import ValidationError
from rest_framework.response import Response
from rest_framework.views import APIView

STARTED = timezone.now()
"""The document is made of the code: it is as new as the process."""
CACHE = "public, max-age=3600"


@cache
def document() -> dict:
    """The OpenAPI document as plain JSON values, made once."""
    return orjson.loads(orjson.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str))


class PublicAnswers:
    """Read-only, not counted, the same for everybody."""

    http_method_names = ["get", "head", "options"]

    def options(self, request, *args, **kwargs):
        return HttpResponse(status=204)

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        if response.status_code == 200:
            response["Cache-Control"], response["Last-Modified"] = CACHE, http_date(STARTED.timestamp())
            patch_vary_headers(response, ["Accept-Encoding"])
        return response


class SchemaView(PublicAnswers, APIView):
    @extend_schema(
        operation_id="get_schema",
        summary="This document",
        responses={(200, "application/json"): {"type": "object", "description": "OpenAPI 3.1"}},
    )
    def get(self, request):
        if request.GET:
            raise ValidationError(dict.fromkeys(request.GET, "Unknown parameter; this path takes none."))
        return Response(document())

    def head(self, request):
        return self.get(request)


class DocsView(PublicAnswers, SpectacularSwaggerSplitView):
    url_name = "schema"
    template_name = "api/docs.html"

    def head(self, request):
        return self.get(request)


urlpatterns = [
    path("api/schema", SchemaView.as_view(), name="schema"),
    path("api/docs", DocsView.as_view(), name="docs"),
]
