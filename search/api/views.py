from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import http_date
from rest_framework.viewsets import ViewSet

from config.http.parameters import read_parameters
from search.api import schema
from search.api.parameters import SearchParameters
from search.results import SearchQuery, search_response

CACHE = "public, max-age=60"


class SearchViewSet(ViewSet):
    """Ranked over all kinds and grouped by kind; not counted, the same for everybody."""

    http_method_names = ["get", "head", "options"]

    @schema.search
    def list(self, request):
        asked, _ = read_parameters(request.GET, SearchParameters)
        found = search_response(SearchQuery(asked["q"], asked["type"], asked["country"], asked["limit"]))
        headers = {"Last-Modified": http_date(found.modified), "Cache-Control": CACHE}
        return HttpResponse(found.body, "application/json", headers=headers)

    def options(self, request, *args, **kwargs):
        """204 with Allow, which the framework puts on every response."""
        return HttpResponse(status=204)

    def finalize_response(self, request, response, *args, **kwargs):
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(response, ["Accept-Encoding"])
        return response
