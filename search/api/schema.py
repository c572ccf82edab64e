"""What the OpenAPI document says of the search."""

from drf_spectacular.utils import OpenApiResponse, extend_schema

from graph.api.components import SHORT_ENTITY, STRING, a_list_of, an_object, ref
from graph.api.schema import JSON, parameters
from graph.kinds import KINDS
from search.api.parameters import MOST_RESULTS, SearchParameters
from search.results import MOST_IN_GROUP

COUNT = {"type": "integer", "minimum": 0}
COMPONENTS = {
    "SearchEntry": an_object(
        SHORT_ENTITY
        | {
            "matched": STRING | {"description": "The name that matched"},
            "score": {"type": "number", "minimum": 0, "maximum": 1},
        }
    ),
    "SearchGroup": an_object(
        {
            "type": {"type": "string", "enum": [kind.value for kind in KINDS]},
            "label": STRING,
            "count": COUNT,
            "results": a_list_of(ref("ShortEntity"), maxItems=MOST_IN_GROUP),
        }
    ),
    "SearchAnswer": an_object(
        {
            "count": COUNT | {"description": "Matches found; without `q` the number of published entities"},
            "results": a_list_of(ref("SearchEntry"), maxItems=MOST_RESULTS),
            "groups": a_list_of(ref("SearchGroup"), description="In the order of their best result"),
            "capped": {"type": "boolean", "description": "There: the search stopped looking, there may be more"},
            "corrected": STRING | {"description": "There: what was typed did not match, this spelling did"},
        },
        optional=("capped", "corrected"),
    ),
}

search = extend_schema(
    operation_id="search",
    summary="Find what people mean",
    description="Names, other names in all scripts, acronyms, words for countries and kinds, in any order; the last "
    "word may be unfinished, typing errors are forgiven. Not counted against any limit.",
    parameters=parameters(SearchParameters()),
    responses={(200, JSON): OpenApiResponse(ref("SearchAnswer"), "The best matches, and all matches by kind")},
)


def add_components(result, generator, request, public):
    """A hook of the schema generator."""
    result["components"].setdefault("schemas", {}).update(COMPONENTS)
    return result
