"""Describe the paths of the feeds and of /api/changes for the OpenAPI document."""

from drf_spectacular.utils import OpenApiResponse, extend_schema

from config.http.openapi import ok, parameters, response_header
from feeds.api.documents import ChangesResponse
from feeds.api.parameters import ChangesParameters, FeedParameters
from graph.api.schema import SLUG_IN_PATH, SLUG_RESPONSES

_RSS = {(200, "application/rss+xml"): OpenApiResponse({"type": "string", "description": "RSS 2.0"}, "RSS 2.0")}

changes = extend_schema(
    operation_id="list_changes",
    summary="What changed since a position in the journal",
    description="Oldest first. Nothing is skipped or repeated between two responses, even while others write. "
    "Add what is `created` or `restored`, remove what is `withdrawn` or `merged`, move what is `renamed`: a client "
    "that follows from the start has exactly the slugs of /api/graph/entities. Not counted against any limit.",
    parameters=[
        *parameters(ChangesParameters()),
        response_header("Link", '`<…>; rel="next"`; absent when there are no more changes yet'),
    ],
    responses=ok(ChangesResponse, "Changes, and where to continue"),
)
feed = extend_schema(
    operation_id="get_feed",
    summary="The 50 entities that were updated last, as RSS",
    description="Newest first, what changed in plain words. Filters combine. Not counted against any limit.",
    parameters=parameters(FeedParameters()),
    responses=_RSS,
)
entity_feed = extend_schema(
    operation_id="get_entity_feed",
    summary="What changed of one entity, as RSS",
    description="Its last 50 updates, newest first. Not counted against any limit.",
    parameters=[SLUG_IN_PATH],
    responses=_RSS | SLUG_RESPONSES,
)
