from datetime import date

from config.http.documents import (
    COMPONENTS,
    COUNT,
    DAY,
    PARTIAL_DATE,
    STRING,
    TIMESTAMP,
    URL,
    Document,
    Member,
    one_of,
    ref,
)
from graph.kinds import KINDS, ElectionStatus, Kind
from graph.models import Entity, OtherName, Status
from graph.models.names import RECORD_SCHEME
from graph.queries.entities import EntityRecord
from graph.queries.relationships import MOST_IN_MEMORY, Relationships
from graph.relations import RelationshipType
from graph.text import dates

MOST_WITH_ENTITY = MOST_IN_MEMORY
MOST_ON_PAGE = 1000
OVERDUE = "overdue"
"""The status of a scheduled election whose date has passed without a result. It is computed and never stored."""
KIND = one_of(KINDS)
SLUG = {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": Entity._meta.get_field("slug").max_length}
COUNTRY_CODE = {
    "type": "string",
    "pattern": "^[a-z]{2}$",
    "description": "ISO 3166-1 alpha-2, lower case; null for an ideology",
}


RESULTS_LINK = STRING | {"description": "The path of the results, where they are covered"}

results_path = "/api/results/{}".format


class ShortEntity(Document):
    name = Member(STRING)
    type = Member(KIND, "kind")
    slug = Member(SLUG)
    country_code = Member(COUNTRY_CODE, null=True)
    description = Member(STRING)


class OtherNameDocument(Document, component="OtherName"):
    name = Member(STRING)
    lang = Member(STRING, null=True, description="ISO 639 code")
    kind = Member(one_of(OtherName.Kind.values))


class SourceDocument(Document, component="Source"):
    name = Member(STRING)
    url = Member(STRING, null=True)
    retrieved = Member(DAY)
    licence = Member(STRING, null=True, description="SPDX identifier where there is one")
    slug = Member(STRING, description="What relationships name as their `source`")
    note = Member(STRING, optional=True)


def _metadata_component(kind):
    return f"{KINDS[kind].label}Metadata"


class EntityDocument(ShortEntity, component="Entity"):
    metadata = Member({"anyOf": [ref(_metadata_component(kind)) for kind in KINDS]})
    identifiers = Member(
        {"type": "object", "additionalProperties": STRING},
        description="Keys in other registers by scheme; of several keys in one register the first by code point",
    )
    other_names = Member(OtherNameDocument, many=True)
    url = Member(URL, description="The entity's page")
    updated_at = Member(TIMESTAMP)
    sources = Member(SourceDocument, many=True)
    results = Member(RESULTS_LINK, optional=True)


class RelationshipDocument(Document, component="Relationship"):
    label = Member(STRING)
    type = Member(one_of(RelationshipType))
    direction = Member(one_of(["outgoing", "incoming"]))
    entity = Member(ShortEntity)
    start_date = Member(PARTIAL_DATE, null=True)
    end_date = Member(PARTIAL_DATE, null=True)
    status = Member(
        one_of(Status.values),
        description="Computed for the requested day. An open end is unknown two years after its last confirmation, "
        "after the term of office has run out, and after an election",
    )
    verified_at = Member(DAY, null=True, description="The day a source last confirmed it")
    role = Member(STRING, null=True)
    source = Member(STRING, null=True, description="Slug of the source of this relationship")


_COUNT = COUNT | {"description": "Rows of all pages"}
_NEXT = URL | {"description": "The next page; null on the last"}


class EntityResponse(Document, component="EntityAnswer"):
    entity = Member(EntityDocument)
    relationships = Member(RelationshipDocument, many=True, maxItems=MOST_WITH_ENTITY)


class RelationshipsResponse(Document, component="RelationshipsAnswer"):
    entity = Member(ShortEntity)
    count = Member(_COUNT)
    next = Member(_NEXT, null=True)
    relationships = Member(RelationshipDocument, many=True, maxItems=MOST_ON_PAGE)


class EntitiesResponse(Document, component="EntitiesAnswer"):
    count = Member(_COUNT)
    next = Member(_NEXT, null=True)
    results = Member(ShortEntity, many=True, maxItems=MOST_ON_PAGE)


def entity_document(entity: EntityRecord, day: date, base_url: str) -> dict:
    return EntityDocument.render(
        entity,
        metadata=metadata(entity, day),
        identifiers=_identifiers(entity.identifiers),
        other_names=[OtherNameDocument.from_values(row) for row in entity.other_names],
        url=f"{base_url}/entity/{entity.slug}",
        results=results_path(entity.slug) if entity.has_results else None,
        sources=[SourceDocument.from_values(row) for row in entity.citations],
    )


def relationship_documents(page: Relationships, day: date) -> list[dict]:
    text = day.isoformat()
    return [_relationship_document(row, text) for row in page.rows]


def _relationship_document(row, day):
    neighbour = ShortEntity.from_values(row.neighbour)
    dates_of_row = row.start_date, row.end_date, row.status(day), row.verified_at
    values = row.label, row.type, row.direction, neighbour, *dates_of_row, row.role, row.source
    return RelationshipDocument.from_values(values)


def metadata(entity, day: date) -> dict:
    """Map the metadata fields of the entity's kind to values. Unknown values are None, or [] for positions."""
    return {field.name: _metadata_value(entity, field.name, day) for field in KINDS[entity.kind].metadata}


def is_overdue(details, day: date) -> bool:
    return details.status == ElectionStatus.SCHEDULED and details.date_last < day


def _metadata_value(entity, name, day):
    read = COMPUTED_METADATA.get((entity.kind, name))
    value = read(entity, day) if read else getattr(entity.details, name, None)
    if name == "political_positions":
        return value or []
    return None if value == "" else value


def _election_status(entity, day):
    details = entity.details
    return details and (OVERDUE if is_overdue(details, day) else details.status)


COMPUTED_METADATA = {
    (Kind.POLITICIAN, "office"): lambda entity, day: entity.office_name,
    (Kind.PARTY, "ideology"): lambda entity, day: entity.ideology_name,
    (Kind.PARTY, "country"): lambda entity, day: entity.country_name,
    (Kind.OFFICE, "country"): lambda entity, day: entity.country_name,
    (Kind.ELECTION, "election_year"): lambda entity, day: entity.details and dates.year_of(entity.details.date),
    (Kind.ELECTION, "status"): _election_status,
}
"""Maps a kind and a metadata field to the function that computes the value. Other fields are columns of the details."""


def _identifiers(rows):
    """Map public schemes (registers) to one identifier each: the first in sort order if there are several."""
    values = {}
    for scheme, value in rows:
        if not scheme.startswith(RECORD_SCHEME):
            values.setdefault(scheme, value)
    return values


def _metadata_schema(kind):
    fields = {field.name: _field_schema(kind, field) for field in KINDS[kind].metadata}
    return {"type": "object", "properties": fields, "required": list(fields)}


def _field_schema(kind, field):
    if field.json_type == "array":
        return {"type": "array", "items": ref("PoliticalPosition"), "description": field.description}
    schema = {"type": [field.json_type, "null"], "description": field.description}
    if (kind, field.name) == (Kind.ELECTION, "status"):
        schema["enum"] = [*(status.value for status in ElectionStatus), OVERDUE, None]
    return schema


class PoliticalPosition(Document):
    topic = Member(STRING)
    position = Member(STRING)
    source = Member(STRING)


COMPONENTS.update({_metadata_component(kind): _metadata_schema(kind) for kind in KINDS})
