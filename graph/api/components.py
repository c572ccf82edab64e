"""The documents of the graph as JSON Schema, for the OpenAPI document; the metadata come from `graph.kinds`."""

from graph.documents import OVERDUE
from graph.kinds import KINDS, ElectionStatus
from graph.models import OtherName, Status
from graph.models.entities import Entity
from graph.relations import TYPES

STRING = {"type": "string"}
STRING_OR_NULL = {"type": ["string", "null"]}
PARTIAL_DATE = {
    "type": ["string", "null"],
    "pattern": "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$",
    "description": "Partial ISO 8601 date, as precise as known; null is unknown",
}
DAY_OR_NULL = {"type": ["string", "null"], "format": "date"}
SLUG = {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": Entity._meta.get_field("slug").max_length}
POSITION = {"topic": STRING, "position": STRING, "source": STRING}


def ref(name: str) -> dict:
    return {"$ref": f"#/components/schemas/{name}"}


def an_object(properties: dict, optional: tuple = (), **more) -> dict:
    """An object with these properties, all of them always there but the optional; an answer may carry more."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, **more}


def a_list_of(schema: dict, **more) -> dict:
    return {"type": "array", "items": schema, **more}


def _metadata_name(kind):
    return f"{KINDS[kind].label}Metadata"


def _metadata(kind):
    return an_object({field.name: _field(kind, field) for field in KINDS[kind].metadata})


def _field(kind, field):
    if field.json_type == "array":
        return a_list_of(an_object(POSITION), description=field.description)
    schema = {"type": [field.json_type, "null"], "description": field.description}
    if (kind, field.name) == ("election", "status"):
        schema["enum"] = [*(status.value for status in ElectionStatus), OVERDUE, None]
    return schema


SHORT_ENTITY = {
    "name": STRING,
    "type": {"type": "string", "enum": [kind.value for kind in KINDS]},
    "slug": SLUG,
    "country_code": {
        "type": ["string", "null"],
        "pattern": "^[a-z]{2}$",
        "description": "ISO 3166-1 alpha-2, lower case; null for an ideology",
    },
    "description": STRING,
}
OTHER_NAME = {
    "name": STRING,
    "lang": {"type": ["string", "null"], "description": "ISO 639 code"},
    "kind": {"type": "string", "enum": list(OtherName.Kind.values)},
}
SOURCE = {
    "name": STRING,
    "url": STRING_OR_NULL,
    "retrieved": {"type": "string", "format": "date"},
    "licence": {"type": ["string", "null"], "description": "SPDX identifier where there is one"},
    "note": STRING,
}
ENTITY = SHORT_ENTITY | {
    "metadata": {"anyOf": [ref(_metadata_name(kind)) for kind in KINDS]},
    "identifiers": {
        "type": "object",
        "additionalProperties": STRING,
        "description": "Keys in other registers by scheme; of several in one register the first by code point",
    },
    "other_names": a_list_of(ref("OtherName")),
    "url": {"type": "string", "format": "uri", "description": "The entity's page"},
    "updated_at": {"type": "string", "format": "date-time"},
    "sources": a_list_of(ref("Source")),
}
RELATIONSHIP = {
    "label": STRING,
    "type": {"type": "string", "enum": list(TYPES)},
    "direction": {"type": "string", "enum": ["outgoing", "incoming"]},
    "entity": ref("ShortEntity"),
    "start_date": PARTIAL_DATE,
    "end_date": PARTIAL_DATE,
    "status": {
        "type": "string",
        "enum": list(Status.values),
        "description": "Computed for the day asked about; an open end nobody confirmed for two years is unknown",
    },
    "verified_at": DAY_OR_NULL | {"description": "The day a source last confirmed it"},
    "role": STRING_OR_NULL,
}
COUNT = {"type": "integer", "minimum": 0, "description": "Rows of all pages"}
NEXT = {"type": ["string", "null"], "format": "uri", "description": "The next page; null on the last"}

COMPONENTS = {
    **{_metadata_name(kind): _metadata(kind) for kind in KINDS},
    "ShortEntity": an_object(SHORT_ENTITY),
    "OtherName": an_object(OTHER_NAME),
    "Source": an_object(SOURCE, optional=("note",)),
    "Entity": an_object(ENTITY),
    "Relationship": an_object(RELATIONSHIP),
    "EntityAnswer": an_object({"entity": ref("Entity"), "relationships": a_list_of(ref("Relationship"), maxItems=200)}),
    "RelationshipsAnswer": an_object(
        {
            "entity": ref("ShortEntity"),
            "count": COUNT,
            "next": NEXT,
            "relationships": a_list_of(ref("Relationship"), maxItems=1000),
        }
    ),
    "EntitiesAnswer": an_object(
        {"count": COUNT, "next": NEXT, "results": a_list_of(ref("ShortEntity"), maxItems=1000)}
    ),
}


def add_components(result, generator, request, public):
    """A hook of the schema generator: adds the documents to those it made of serializers."""
    result["components"].setdefault("schemas", {}).update(COMPONENTS)
    return result
