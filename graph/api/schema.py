from drf_spectacular.utils import OpenApiResponse, extend_schema

from config.http.openapi import ok, page_headers, parameters, path_parameter, problem
from graph.api.filters import EntityFilter, RelationshipFilter
from graph.api.parameters import EntitiesParameters, EntityParameters, RelationshipsParameters
from graph.documents import SLUG, EntitiesResponse, EntityResponse, RelationshipsResponse

SLUG_IN_PATH = path_parameter("slug", SLUG, "The entity's slug")
SLUG_RESPONSES = {
    308: OpenApiResponse(None, "An old slug; Location leads to the current one"),
    **problem(404, "No such entity; `suggestions` holds up to three similar slugs"),
    **problem(410, "Withdrawn"),
}

entities = extend_schema(
    operation_id="list_entities",
    summary="All entities, filtered and paged",
    description="Ordered by slug. Filters combine. Following `next` gives the whole catalogue.",
    parameters=[*parameters(EntityFilter().form, EntitiesParameters()), *page_headers("Entities on all pages")],
    responses=ok(EntitiesResponse, "One page of entities in short form"),
)
entity = extend_schema(
    operation_id="get_entity",
    summary="One entity with its relationships",
    description="The first 200 relationships; `Link` leads to the next page of them.",
    parameters=[SLUG_IN_PATH, *parameters(EntityParameters()), *page_headers("All relationships of the entity")],
    responses=ok(EntityResponse, "The entity in full") | SLUG_RESPONSES,
)
relationships = extend_schema(
    operation_id="list_relationships",
    summary="The relationships of one entity, filtered and paged",
    description="Current ones first, then by type, latest start and name.",
    parameters=[
        SLUG_IN_PATH,
        *parameters(RelationshipFilter().form, RelationshipsParameters()),
        *page_headers("Relationships on all pages"),
    ],
    responses=ok(RelationshipsResponse, "One page of relationships") | SLUG_RESPONSES,
)
