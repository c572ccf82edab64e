from dataclasses import dataclass
from datetime import date
from functools import partial

from graph import documents
from graph.api.lookup import published_entity
from graph.queries.entities import EntityRecord, find_entity, load_parts
from graph.queries.relationships import Relationships, Selection
from graph.queries.selecting import select_relationships


@dataclass(frozen=True)
class FoundEntity:
    """A published entity with the first page of its relationships, and both as a JSON document."""

    entity: EntityRecord
    page: Relationships
    document: dict


def found_entity(slug: str, day: date, base_url: str, *, only_valid: bool) -> FoundEntity:
    """Return the entity as of a day. With ``only_valid``, relationships that did not exist on the day are left out.
    Raises like `published_entity`."""
    entity = published_entity(slug, partial(find_entity, day=day))
    load_parts(entity)
    page = select_relationships(Selection.of(entity, day, documents.MOST_WITH_ENTITY, only_valid=only_valid))
    parts = documents.entity_document(entity, day, base_url), documents.relationship_documents(page, day)
    return FoundEntity(entity, page, documents.EntityResponse.from_values(parts))
