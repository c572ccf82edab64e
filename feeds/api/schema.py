"""What the OpenAPI document says of the feed and of the changes."""

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from config.http.parameters import MOST_ROWS
from feeds.api.parameters import ChangesParameters, FeedParameters
from graph.api.components import SHORT_ENTITY, SLUG, STRING, STRING_OR_NULL, a_list_of, an_object, ref
from graph.api.schema import ENTITY_PROBLEMS, JSON, parameters
from graph.models import Change

RSS = "application/rss+xml"
DOCUMENT = {"type": "string", "description": "RSS 2.0"}
CHANGE = {
    "action": {"type": "string", "enum": list(Change.Action.values)},
    "at": {"type": "string", "format": "date-time", "description": "When it was written; on a first load, the facts"},
    "type": SHORT_ENTITY["type"],
    "slug": SLUG | {"description": "The entity's slug after the change; `fields.slug` holds the one before"},
    "name": STRING,
    "country_code": SHORT_ENTITY["country_code"],
    "fields": {
        "type": "object",
        "additionalProperties": {"type": "array", "minItems": 2, "maxItems": 2},
        "description": "Field to its old and new value; a type of relationship to slugs",
    },
    "into": {"type": ["string", "null"], "description": "The slug that a merged entity leads to now"},
    "via": STRING_OR_NULL | {"description": "The import that wrote it; null for editors"},
}
COMPONENTS = {
    "Change": an_object(CHANGE),
    "ChangesAnswer": an_object(
        {
            "changes": a_list_of(ref("Change"), maxItems=MOST_ROWS),
            "next": {"type": "string", "format": "uri", "description": "Where to go on: now if `more`, else later"},
            "more": {"type": "boolean", "description": "Whether there are more changes already"},
        }
    ),
}
_LINK = OpenApiParameter(
    "Link", str, "header", description='`<…>; rel="next"`; absent where there is no more', response=[200]
)
_SLUG = OpenApiParameter("slug", SLUG, "path", description="The entity's slug", required=True)

changes = extend_schema(
    operation_id="list_changes",
    summary="What changed, from any place on",
    description="Oldest first. Nothing is skipped or repeated between two answers, also while others write. "
    "Add what is `created` or `restored`, remove what is `withdrawn` or `merged`, move what is `renamed`: who follows "
    "from the beginning has exactly the slugs of /api/graph/entities. Not counted against any limit.",
    parameters=[*parameters(ChangesParameters()), _LINK],
    responses={(200, JSON): OpenApiResponse(ref("ChangesAnswer"), "Changes, and where to go on")},
)
feed = extend_schema(
    operation_id="get_feed",
    summary="The 50 entities that were updated last, as RSS",
    description="Newest first, what changed in plain words. Filters combine. Not counted against any limit.",
    parameters=parameters(FeedParameters()),
    responses={(200, RSS): OpenApiResponse(DOCUMENT, "RSS 2.0")},
)
entity_feed = extend_schema(
    operation_id="get_entity_feed",
    summary="What changed of one entity, as RSS",
    description="Its last 50 updates, newest first. Not counted against any limit.",
    parameters=[_SLUG],
    responses={(200, RSS): OpenApiResponse(DOCUMENT, "RSS 2.0"), **ENTITY_PROBLEMS},
)


def add_components(result, generator, request, public):
    """A hook of the schema generator."""
    result["components"].setdefault("schemas", {}).update(COMPONENTS)
    return result
