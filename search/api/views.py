from django.http import HttpResponse
from django.utils.http import http_date
from rest_framework.viewsets import ViewSet

from config.http.parameters import read_parameters
from config.http.views import PublicMixin
from search.api import schema
from search.api.parameters import SearchParameters
from search.results import SearchQuery, search_response


class SearchViewSet(PublicMixin, ViewSet):
    """Matches ranked over all kinds, and grouped by kind."""

    @schema.search
    def list(self, request):
        params, _ = read_parameters(request.GET, SearchParameters)
        found = search_response(SearchQuery(params["q"], params["type"], params["country"], params["limit"]))
        return HttpResponse(found.body, "application/json", headers={"Last-Modified": http_date(found.modified)})
