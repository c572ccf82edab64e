from datetime import date
from functools import partial

from django.utils import timezone

from graph import documents, past
from graph.api.lookup import published_entity
from graph.journal.tail import country_name_tag, entity_tag, results_tag
from graph.queries.entities import EntityRecord, cite_sources
from graph.queries.relationships import Relationships, Selection, find_entity_with_relationships
from graph.queries.selecting import select_relationships
from graph.queries.texts import text_rows


def published_on(slug: str, day: date) -> EntityRecord:
    """Return the published entity with this slug. Its relationships are read too, unless there are more than
    `MOST_IN_MEMORY`. The metadata field ``office`` of a politician is as of ``day``; all other facts are those of
    today. Raise MovedPermanently for an old slug, WithdrawnEntity for a withdrawn entity, and UnknownEntity for all
    other slugs."""
    return published_entity(slug, partial(find_entity_with_relationships, day=day))


def entity_with_relationships(
    entity: EntityRecord, day: date, base_url: str, *, only_valid: bool, limit=documents.MOST_WITH_ENTITY, **filters
) -> tuple[dict, Relationships]:
    """Return a pair: the JSON document of an entity with its first ``limit`` relationships, and the page of these
    relationships (`Relationships`). ``filters`` are further fields of `Selection`, such as ``type``.

    Without ``only_valid``, all relationships are included, and facts and texts are those of today. With ``only_valid``,
    only relationships that are valid on ``day`` are included. If ``day`` is in the past, facts and texts are then as of
    ``day`` too.

    This function changes ``entity`` in memory: it adds the sources of the relationships to its citations and, with
    ``only_valid`` and a past day, replaces its facts and texts."""
    page = select_relationships(Selection.of(entity, day, limit, only_valid=only_valid, **filters))
    is_past = only_valid and day < timezone.localdate()
    cite_sources(entity, {row.source: row.source_values for row in page.rows})
    relationships = documents.relationship_documents(page, day)
    if is_past:
        slugs = [entity.slug, *(row.slug for row in page.rows if row.kind in past.WITH_ROWS)]
        rows = text_rows(column="slug", values=slugs, day=day)
        past.show_as_of(entity, day, rows)
        past.describe_as_of([row["entity"] for row in relationships], day, rows)
    parts = documents.entity_document(entity, day, base_url), relationships
    return documents.EntityResponse.from_values(parts), page


def tags_of(entity: EntityRecord) -> frozenset[str]:
    """Return the cache tags of responses about the entity. A cache tag names data that a response shows, such as
    ``entity/japan``. When these data change, the cache drops the response."""
    # The response about an election contains a link to its results as soon as the service has them.
    return frozenset({entity_tag(entity.slug), country_name_tag(entity.country_code), results_tag(entity.slug)})
