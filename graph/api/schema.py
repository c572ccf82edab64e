"""What the OpenAPI document says of the graph's paths. Parameters are read off the very fields that check them."""

from django import forms
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from graph.api.components import SLUG, ref
from graph.api.filters import EntityFilter, RelationshipFilter
from graph.api.parameters import EntitiesParameters, EntityParameters, RelationshipsParameters

JSON = "application/json"
PROBLEM = "application/problem+json"


def parameter(name: str, field: forms.Field) -> OpenApiParameter:
    """The query parameter that the field checks."""
    return OpenApiParameter(name, _schema_of(field), description=field.help_text, required=field.required)


def parameters(*strict_forms: forms.Form) -> list[OpenApiParameter]:
    """The query parameters that the fields of the forms check."""
    return [parameter(name, field) for form in strict_forms for name, field in form.fields.items()]


def paged(total: str) -> list[OpenApiParameter]:
    """The headers of an answer that is one page of many."""
    link = 'The next page: `<…>; rel="next"`; absent on the last'
    return [
        OpenApiParameter("X-Total-Count", int, "header", description=total, response=[200]),
        OpenApiParameter("Link", str, "header", description=link, response=[200]),
    ]


def _schema_of(field):
    if isinstance(field, forms.ChoiceField):
        return {"type": "string", "enum": [value for value, _ in field.choices if value]}
    length = getattr(field, "max_length", None)
    return getattr(field, "json_schema", {"type": "string", "minLength": 1, "maxLength": length})


_SLUG = OpenApiParameter("slug", SLUG, "path", description="The entity's slug", required=True)
ENTITY_PROBLEMS = {
    308: OpenApiResponse(None, "A former slug; Location leads to that of today"),
    (404, PROBLEM): OpenApiResponse(ref("Problem"), "No such entity; `suggestions` holds up to three near slugs"),
    (410, PROBLEM): OpenApiResponse(ref("Problem"), "Withdrawn"),
}

entities = extend_schema(
    operation_id="list_entities",
    summary="Every entity, filtered and paged",
    description="Ordered by slug. Filters combine. Nobody needs to scrape: following `next` gives the whole catalogue.",
    parameters=[*parameters(EntityFilter().form, EntitiesParameters()), *paged("Entities on all pages")],
    responses={(200, JSON): OpenApiResponse(ref("EntitiesAnswer"), "One page of entities in short form")},
)
entity = extend_schema(
    operation_id="get_entity",
    summary="One entity with its relationships",
    description="The first 200 relationships; `Link` leads to the rest.",
    parameters=[_SLUG, *parameters(EntityParameters()), *paged("All relationships of the entity")],
    responses={(200, JSON): OpenApiResponse(ref("EntityAnswer"), "The entity in full"), **ENTITY_PROBLEMS},
)
relationships = extend_schema(
    operation_id="list_relationships",
    summary="The relationships of one entity, filtered and paged",
    description="Current ones first, then by type, latest start and name.",
    parameters=[
        _SLUG,
        *parameters(RelationshipFilter().form, RelationshipsParameters()),
        *paged("Relationships on all pages"),
    ],
    responses={
        (200, JSON): OpenApiResponse(ref("RelationshipsAnswer"), "One page of relationships"),
        **ENTITY_PROBLEMS,
    },
)
