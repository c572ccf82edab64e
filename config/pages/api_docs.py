"""Serve the OpenAPI document of the whole service, and a page on which developers read it and try requests."""

from functools import cache

import orjson
from django.urls import path
from django.utils import timezone
from django.utils.http import http_date
from django.views.generic import RedirectView
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.response import Response
from rest_framework.views import APIView

from config.http.cache import FIXED
from config.http.links import base_url
from config.http.openapi import operation
from config.http.parameters import read_parameters
from config.http.views import PublicMixin

READ = ["get", "head", "options"]
STARTED = timezone.now()
"""The value of ``Last-Modified``: the OpenAPI document changes only when the service restarts."""


@cache
def document() -> dict:
    # The generated document contains lazy strings, which the renderer cannot write.
    return orjson.loads(orjson.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str))


def document_for(server: str) -> dict:
    """Return the OpenAPI document with absolute URLs, which OpenAPI requires. ``server`` is the scheme and host with
    which these URLs begin."""
    info = document()["info"]
    contact, licence = ({**info[name], "url": server + info[name]["url"]} for name in ("contact", "license"))
    urls = {"termsOfService": server + info["termsOfService"], "contact": contact, "license": licence}
    return document() | {"info": info | urls, "servers": [{"url": server}]}


class _ApiDocsMixin(PublicMixin):
    max_age = 3600

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        if response.status_code == 200:
            response["Last-Modified"] = http_date(STARTED.timestamp())
            # The page names its script by this query. Responses to all other queries would fill the memory.
            response.validity = FIXED if request.META["QUERY_STRING"] in ("", "script=") else None
        return response


class SchemaView(_ApiDocsMixin, APIView):
    @operation("get_schema", {"type": "object", "description": "OpenAPI 3.1"})
    def get(self, request):
        read_parameters(request.GET)
        return Response(document_for(base_url(request)))


class DocsView(_ApiDocsMixin, SpectacularSwaggerSplitView):
    url_name = "schema"
    template_name = "api/docs.html"

    @extend_schema(exclude=True)
    def get(self, request, *args, **kwargs):
        response = super().get(request, *args, **kwargs)
        # The base template of all pages needs the area. The script has no CSRF token: the API only reads, and
        # the stored script is the same for all visitors.
        response.data |= {"area": "docs", "csrf_token": ""}
        return response


urlpatterns = [
    path("api/schema", SchemaView.as_view(), name="schema"),
    path("api/docs", RedirectView.as_view(pattern_name="api-reference", permanent=True, http_method_names=READ)),
    path("docs/api", DocsView.as_view(), name="api-reference"),
]
