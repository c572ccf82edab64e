from datetime import date

from config.http.documents import (
    COMPONENTS,
    COUNT,
    DAY,
    NEXT_PAGE,
    NUMBER,
    PARTIAL_DATE,
    STRING,
    TIMESTAMP,
    TOTAL,
    URL,
    Document,
    Member,
    one_of,
    ref,
)
from graph.kinds import KINDS, ElectionKind, ElectionStatus, Kind
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
KIND = one_of(KINDS) | {"description": "Type of the entity"}
SLUG = {
    "type": "string",
    "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$",
    "maxLength": Entity._meta.get_field("slug").max_length,
    "description": "Permanent identifier of the entity, for paths and links",
}
NAME = STRING | {"description": "Name in common English use"}
COUNTRY_CODE = {
    "type": "string",
    "pattern": "^[a-z]{2}$",
    "description": "ISO 3166-1 alpha-2, lower case; null for an ideology",
}
CHANGED_FIELDS = {
    "type": "object",
    "additionalProperties": {
        "type": "array",
        "items": {"description": "A text, number, list or object; null is unknown, or no relationship"},
        "minItems": 2,
        "maxItems": 2,
    },
    "description": "Field to its old and new value; a type of relationship to slugs",
}
ELECTION_DATE = PARTIAL_DATE | {"description": "Day of the election, as precise as known"}
ELECTION_KIND = one_of(ElectionKind) | {"description": "What is elected"}
START_DATE = PARTIAL_DATE | {"description": "The first day, as precise as known; null is unknown"}
END_DATE = PARTIAL_DATE | {"description": "The last day, as precise as known; null is unknown or still to come"}
ROLE = STRING | {"description": "In which capacity, such as acting or interim"}
RESULTS_LINK = STRING | {"description": "The path of the results, where they are covered"}

results_path = "/api/results/{}".format


class ShortEntity(Document):
    """The most important facts of an entity. Lists and other documents show entities in this short form."""

    name = Member(NAME)
    type = Member(KIND, "kind")
    slug = Member(SLUG)
    country_code = Member(COUNTRY_CODE, null=True)
    description = Member(STRING, description="What the entity is, in one to three sentences")


class OtherNameDocument(Document, component="OtherName"):
    name = Member(STRING, description="The name in its own script")
    lang = Member(STRING, null=True, description="ISO 639 code")
    kind = Member(one_of(OtherName.Kind.values), description="Why the entity has this name, too")


class SourceDocument(Document, component="Source"):
    name = Member(STRING, description="Title of the source")
    url = Member(STRING, null=True, description="Where the source is published")
    retrieved = Member(DAY, description="The day its data was fetched")
    licence = Member(STRING, null=True, description="SPDX identifier where there is one")
    slug = Member(STRING, description="What relationships name as their `source`")
    note = Member(STRING, optional=True, description="What the source is cited for")


def _metadata_component(kind):
    return f"{KINDS[kind].label}Metadata"


class EntityDocument(ShortEntity, component="Entity"):
    """An entity in full, without its relationships."""

    metadata = Member(
        {"anyOf": [ref(_metadata_component(kind)) for kind in KINDS]},
        description="The fields of the entity's type, all of them always; null is unknown",
    )
    identifiers = Member(
        {"type": "object", "additionalProperties": STRING},
        description="Keys in other registers by scheme; of several keys in one register the first by code point",
    )
    other_names = Member(OtherNameDocument, many=True, description="Native, former and short names")
    url = Member(URL, description="The entity's page")
    updated_at = Member(TIMESTAMP, description="When the entity last changed")
    sources = Member(SourceDocument, many=True, description="Where its facts come from")
    results = Member(RESULTS_LINK, optional=True)


class RelationshipDocument(Document, component="Relationship"):
    label = Member(STRING, description="The type in words, as seen from the entity asked for")
    type = Member(one_of(RelationshipType), description="Relationship type")
    direction = Member(
        one_of(["outgoing", "incoming"]), description="`outgoing` if the entity asked for is the subject"
    )
    entity = Member(ShortEntity, description="The related entity")
    start_date = Member(START_DATE, null=True)
    end_date = Member(END_DATE, null=True)
    status = Member(
        one_of(Status.values),
        description="Computed for the requested day. An open end is unknown two years after its last confirmation, "
        "after the term of office has run out, and after an election",
    )
    verified_at = Member(DAY, null=True, description="The day a source last confirmed it")
    role = Member(ROLE, null=True)
    source = Member(STRING, null=True, description="Slug of the source of this relationship")


class EntityResponse(Document, component="EntityAnswer"):
    entity = Member(EntityDocument)
    relationships = Member(
        RelationshipDocument, many=True, maxItems=MOST_WITH_ENTITY, description="The first page of its relationships"
    )


class RelationshipsResponse(Document, component="RelationshipsAnswer"):
    entity = Member(ShortEntity, description="The entity asked for")
    count = Member(TOTAL)
    next = Member(NEXT_PAGE, null=True)
    relationships = Member(
        RelationshipDocument, many=True, maxItems=MOST_ON_PAGE, description="Current ones first, then by type"
    )
    sources = Member(SourceDocument, many=True, description="The sources of the relationships on this page")


class EntitiesResponse(Document, component="EntitiesAnswer"):
    count = Member(TOTAL)
    next = Member(NEXT_PAGE, null=True)
    results = Member(ShortEntity, many=True, maxItems=MOST_ON_PAGE, description="Entities by slug")


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
    """Return a `RelationshipDocument` for each row of the page, with its status on ``day``."""
    # A page can have 1,000 rows, and `Document.from_values` would take three times as long.
    text = day.isoformat()
    return [
        {
            "label": row.label,
            "type": row.type,
            "direction": row.direction,
            "entity": {
                "name": row.name,
                "type": row.kind,
                "slug": row.slug,
                "country_code": row.country_code,
                "description": row.description,
            },
            "start_date": row.start_date,
            "end_date": row.end_date,
            "status": row.status(text),
            "verified_at": row.verified_at,
            "role": row.role,
            "source": row.source,
        }
        for row in page.rows
    ]


def source_documents(page: Relationships) -> list[dict]:
    """Return the `SourceDocument` of each source of the relationships on the page, sorted by slug."""
    sources = {row.source: row.source_values for row in page.rows}
    return [SourceDocument.from_values((*values, slug, None)) for slug, values in sorted(sources.items())]


def metadata(entity, day: date) -> dict:
    """Return the metadata of an entity as {name of a field: value}. The fields depend on the kind of entity. An unknown
    value is None, and an empty list is []. The status of an election, such as "overdue", is the one on ``day``. The
    office of a politician is always ``entity.office_name``, whatever ``day`` is."""
    return {field.name: _metadata_value(entity, field.name, day) for field in KINDS[entity.kind].metadata}


def is_overdue(details, day: date) -> bool:
    return details.status == ElectionStatus.SCHEDULED and details.date_last < day


def _metadata_value(entity, name, day):
    read = COMPUTED_METADATA.get((entity.kind, name))
    value = read(entity, day) if read else getattr(entity.details, name, None)
    if name in ITEMS:
        return [_item(name, item) for item in value or []]
    return None if value == "" else value


def _item(name, item):
    if name == "rounds":
        return election_round(item)
    return PoliticalPosition.from_values(map(item.get, ("topic", "position", "source")))


def election_round(stored: dict) -> dict:
    """Return the JSON object that the API shows for a round of an election. ``stored`` is the object in the database.
    The stored object has the same keys, but in any order."""
    candidates = [RoundCandidate.from_values(map(row.get, ("name", "share"))) for row in stored["candidates"]]
    return ElectionRound.from_values((*map(stored.get, ("round", "date", "turnout")), candidates))


def _election_year(details):
    # A run-off can be in the next year, but the name of the election has the year of the first round.
    return dates.year_of(details.rounds[0]["date"] if details.rounds else details.date)


def _election_status(entity, day):
    details = entity.details
    return details and (OVERDUE if is_overdue(details, day) else details.status)


COMPUTED_METADATA = {
    (Kind.POLITICIAN, "office"): lambda entity, day: entity.office_name,
    (Kind.PARTY, "ideology"): lambda entity, day: entity.ideology_name,
    (Kind.PARTY, "country"): lambda entity, day: entity.country_name,
    (Kind.OFFICE, "country"): lambda entity, day: entity.country_name,
    (Kind.ELECTION, "election_year"): lambda entity, day: entity.details and _election_year(entity.details),
    (Kind.ELECTION, "status"): _election_status,
}
"""Maps (kind, name of a metadata field) to the function that returns the value of the field for an entity on a day. All
other fields are columns of the table with the facts of the kind."""


def _identifiers(rows):
    """Return the identifiers of an entity as {scheme: identifier}, such as {"wikidata": "Q3052772"}. ``rows`` are
    sorted pairs (scheme, identifier). If a scheme has several identifiers, use the first. Schemes that only importers
    need are not public, and are left out."""
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
        return {"type": "array", "items": ref(ITEMS[field.name]), "description": field.description}
    schema = {"type": [field.json_type, "null"], "description": field.description}
    if (kind, field.name) == (Kind.ELECTION, "status"):
        schema["enum"] = [*(status.value for status in ElectionStatus), OVERDUE, None]
    return schema


class PoliticalPosition(Document):
    topic = Member(STRING, description="What the position is about")
    position = Member(STRING, description="What the politician holds")
    source = Member(STRING, description="Where the politician said so")


class RoundCandidate(Document):
    name = Member(STRING, description="Name of the person or party")
    share = Member(NUMBER, null=True, description="Per cent of the votes")


class ElectionRound(Document):
    round = Member(COUNT, description="1 for the first round")
    date = Member(ELECTION_DATE)
    turnout = Member(NUMBER, null=True, description="Per cent of those entitled to vote")
    candidates = Member(RoundCandidate, many=True, description="Those that the source names, the first one first")


ITEMS = {"political_positions": "PoliticalPosition", "rounds": "ElectionRound"}
"""Maps each metadata field that is a list to the name of the OpenAPI component that describes its items."""


COMPONENTS.update({_metadata_component(kind): _metadata_schema(kind) for kind in KINDS})
