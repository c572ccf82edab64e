from datetime import UTC, datetime

from rest_framework.viewsets import ViewSet

from config.http.cache import Validity
from config.http.openapi import operation
from config.http.parameters import read_parameters
from config.http.views import HIGHER_PER_MINUTE, PublicMixin, json_response
from graph.api.lookup import check_country
from graph.journal.tail import ANY_CHANGE
from search.api.parameters import SearchParameters
from search.documents import SearchResults
from search.receivers import INDEX_CHANGE
from search.results import document, index_version

VALIDITY = Validity(frozenset({INDEX_CHANGE, ANY_CHANGE}))


class SearchViewSet(PublicMixin, ViewSet):
    per_minute = HIGHER_PER_MINUTE

    @operation("search", SearchResults, SearchParameters())
    def list(self, request):
        params, _ = read_parameters(request.GET, SearchParameters)
        version, changed_at = index_version()
        filters = {"kind": params["type"], "country_code": params["country"]}
        found = document(params["q"], version, limit=params["limit"], offset=params["offset"], **filters)
        if not found["count"]:
            check_country(params["country"])
        return json_response(found, datetime.fromtimestamp(changed_at, UTC), VALIDITY)
