"""The description of the search's path for the OpenAPI document."""

from drf_spectacular.utils import extend_schema

from config.http.openapi import ok, parameters
from search.api.parameters import SearchParameters
from search.documents import SearchResults

search = extend_schema(
    operation_id="search",
    summary="Find what people mean",
    description="Names, other names in all scripts, acronyms, words for countries and kinds, in any order; the last "
    "word may be unfinished, typing errors are forgiven. Not counted against any limit.",
    parameters=parameters(SearchParameters()),
    responses=ok(SearchResults, "The best matches, and all matches by kind"),
)
