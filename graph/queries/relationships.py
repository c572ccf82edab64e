from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from django.db import connection

from graph.models import Entity
from graph.models.freshness import ONE_DAY, stale_before
from graph.queries.cached import JournalHead
from graph.queries.entities import SQL as ENTITY_SQL
from graph.queries.entities import EntityRecord, find_entity, record_of, rows_of
from graph.queries.sql import fetch_all, moment_of, read_queries
from graph.queries.statuses import status_on
from graph.relations import RELATIONSHIP_TYPES

MOST_IN_MEMORY = 200
"""The most relationships of an entity that are read at once. An entity with more is called a hub, and its relationships
are read page by page (`graph.queries.hubs`)."""

known_hubs: set[str] = set()
"""The slugs of entities that had more than `MOST_IN_MEMORY` relationships (hubs) when they were read. No slug is ever
removed, even if a hub loses relationships."""

SQL = read_queries(
    __file__,
    ENTITY_COLUMNS=ENTITY_SQL.ENTITY_COLUMNS,
    ARRAY=connection.json_array,
    ROWS=connection.json_array_of_rows,
    LIMIT=str(MOST_IN_MEMORY + 1),
)


class RelationshipRow(NamedTuple):
    """A relationship as seen from one of its two entities. Days are ISO texts. ``name`` and all fields after it
    describe the other entity, which is called the neighbour."""

    direction: str
    type: str
    pk: int
    display_order: int
    start_date: str | None
    end_date: str | None
    verified_at: str | None
    role: str | None
    source: str
    source_name: str
    source_url: str | None
    source_retrieved: str
    source_licence: str | None
    start_first: str | None
    end_last: str | None
    current_first: str | None
    current_last: str | None
    status_of_neighbour: str
    last_change: str
    name: str
    kind: str
    slug: str
    country_code: str | None
    description: str

    @property
    def source_values(self) -> tuple:
        """Return (name, URL, day of retrieval, licence) of the relationship's source."""
        return self[9:13]

    @property
    def label(self) -> str:
        definition = RELATIONSHIP_TYPES[self.type]
        return definition.label if self.direction == "outgoing" else definition.reverse_label

    def is_current(self, day: str) -> bool:
        return self.current_first is not None and self.current_first <= day <= self.current_last

    status = status_on

    def is_valid(self, day: str, fresh_since: str) -> bool:
        """Return True if the relationship can be valid on the ISO date ``day``: it has begun, and has not ended.

        - With neither a start nor an end, it is always valid.
        - With an end but no start, it begins on the day of its last confirmation. Without a confirmation, it has not
          begun.
        - With a start but no end, it has ended if its last confirmation is before ``fresh_since``, which is two years
          before ``day``. Without a confirmation, it has not ended.
        """
        if self.start_date is None and self.end_date is None:
            return True
        started = self.verified_at if self.start_date is None else self.start_first
        if started is None or started > day:
            return False
        if self.end_date is None:
            return self.verified_at is None or self.verified_at >= fresh_since
        return self.end_last >= day

    def sort_key(self, day: str) -> tuple[int, int, str, int]:
        return (0 if self.is_current(day) else 1, self.display_order, self.name, self.pk)


@dataclass(frozen=True)
class Selection:
    """Which relationships of an entity a page shows. An empty filter matches all. With ``only_valid``, relationships
    that are not valid on the day are left out. ``after`` is the sort key of the last row of the previous page. ``rows``
    has all relationships of the entity. It is None for a hub, an entity with too many relationships to read them
    all."""

    pk: int
    kind: str
    journal: JournalHead
    day: date
    limit: int
    only_valid: bool = False
    type: str = ""
    direction: str = ""
    status: str = ""
    after: tuple[int, int, str, int] | None = None
    rows: list[RelationshipRow] | None = None

    @classmethod
    def of(cls, entity: EntityRecord, day: date, limit: int, **values) -> "Selection":
        return cls(entity.pk, entity.kind, entity.journal, day, limit, rows=entity.relationships, **values)

    @property
    def filters(self) -> tuple:
        """Return (``only_valid``, ``type``, ``direction``, ``status``). These values decide which relationships of an
        entity are listed for a day. The list is shown in pages. ``limit`` and ``after`` choose the page, and do not
        change the length of the list."""
        return self.only_valid, self.type, self.direction, self.status


@dataclass(frozen=True)
class Relationships:
    """One page of an entity's relationships. ``total`` is the number of relationships on all pages. ``changed_at`` is
    the time when one of the entity's relationships, or an entity at the other end of one, last changed. For a hub (an
    entity with very many relationships), ``changed_at`` is the time of the newest change in the whole graph. If the
    entity has no relationships, ``changed_at`` is None."""

    rows: list[RelationshipRow]
    total: int
    has_more: bool
    changed_at: datetime | None


def find_entity_with_relationships(slug: str, day: date) -> EntityRecord | None:
    """Return the entity with this slug and all its relationships, or None if there is no such entity. The entity and
    its related entities can be unpublished. For a hub (an entity that has, or once had, more than MOST_IN_MEMORY
    relationships), ``relationships`` is None."""
    if slug in known_hubs:
        return find_entity(slug, day)
    for *values, outgoing, incoming in fetch_all(SQL.ENTITY, {"slug": slug, "day": day.isoformat()}):
        entity = record_of(values)
        rows = [*rows_of(outgoing), *rows_of(incoming)]
        if len(rows) > MOST_IN_MEMORY:
            known_hubs.add(slug)
        else:
            entity.relationships = list(map(RelationshipRow._make, rows))
        return entity
    return None


def select_in_memory(selection: Selection) -> Relationships:
    rows, day = selection.rows, selection.day.isoformat()
    chosen = [row for row in _chosen(rows, selection, day) if row.status_of_neighbour == Entity.Status.PUBLISHED]
    keyed = sorted(((row.sort_key(day), row) for row in chosen), key=lambda pair: pair[0])
    if selection.after is not None:
        keyed = [pair for pair in keyed if pair[0] > selection.after]
    page = [row for _, row in keyed[: selection.limit]]
    changed_at = moment_of(max(row.last_change for row in rows)) if rows else None
    return Relationships(page, len(chosen), len(keyed) > len(page), changed_at)


def _chosen(rows, selection, day):
    if selection.type:
        rows = [row for row in rows if row.type == selection.type]
    if selection.direction:
        rows = [row for row in rows if row.direction == selection.direction]
    if selection.status:
        rows = [row for row in rows if row.status(day) == selection.status]
    if selection.only_valid:
        fresh_since = stale_before(selection.day).isoformat()
        rows = [row for row in rows if row.is_valid(day, fresh_since)]
    return rows


def last_status_change(rows: list[RelationshipRow], day: date) -> date | None:
    """Return the last day up to ``day`` on which the status of one of these relationships changed, for example from
    current to ended. Return None if there is no such day."""
    text = day.isoformat()
    firsts = {row.start_first for row in rows} | {row.current_first for row in rows}
    lasts = {row.end_last for row in rows} | {row.current_last for row in rows}
    first = max((first for first in firsts if first is not None and first <= text), default=None)
    last = max((last for last in lasts if last is not None and last < text), default=None)
    # A status changes on the day after its last day.
    days = [first and date.fromisoformat(first), last and date.fromisoformat(last) + ONE_DAY]
    return max(filter(None, days), default=None)
