from django.http import HttpResponse
from django.utils.http import http_date
from drf_spectacular.utils import extend_schema
from rest_framework.viewsets import ViewSet

from config.http.openapi import ok, parameters
from config.http.parameters import read_parameters
from config.http.views import PublicMixin
from search.api.parameters import SearchParameters
from search.documents import SearchResults
from search.results import SearchQuery, search_response


class SearchViewSet(PublicMixin, ViewSet):
    """Search for entities: the response has the best matches of all kinds, and the matches of each kind."""

    @extend_schema(
        operation_id="search",
        summary="Find what people mean",
        description="Names, other names in all scripts, acronyms, words for countries and kinds, in any order; the "
        "last word may be unfinished, typing errors are forgiven. Not counted against any limit.",
        parameters=parameters(SearchParameters()),
        responses=ok(SearchResults, "The best matches, and all matches by kind"),
    )
    def list(self, request):
        params, _ = read_parameters(request.GET, SearchParameters)
        found = search_response(SearchQuery(params["q"], params["type"], params["country"], params["limit"]))
        return HttpResponse(found.body, "application/json", headers={"Last-Modified": http_date(found.modified)})
