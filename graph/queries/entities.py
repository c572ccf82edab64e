from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from types import SimpleNamespace

import orjson
from django.db import connection
from django.db.models import DateField, DecimalField, JSONField

from graph.kinds import HEADS, KINDS, OFFICE_RANKS, Kind, OfficeType
from graph.models import DETAILS
from graph.queries.cached import JOURNAL_COLUMNS, JournalHead
from graph.queries.sql import fetch_all, moment_of, read_queries
from graph.queries.statuses import IS_CURRENT

RANK = " ".join(
    ["CASE d.office_type"]
    + [f"WHEN '{office_type}' THEN {rank}" for office_type, rank in OFFICE_RANKS.items()]
    + [f"ELSE {len(OFFICE_RANKS)} END"]
)


@dataclass(slots=True)
class EntityRecord:
    """An entity with all its data in the API. ``details`` has the facts of its kind, or is None if there are none. The
    lists have these items:

    - ``other_names``: (name, language, kind)
    - ``identifiers``: (scheme, value)
    - ``citations``: (name of the source, URL, day of retrieval, licence, slug of the source, note)
    - ``relationships``: `RelationshipRow` tuples; None instead of a list if the relationships were not read

    ``journal`` names the newest change of the graph at the time when the entity was read."""

    pk: int
    kind: str
    name: str
    slug: str
    country_code: str
    description: str
    status: str
    updated_at: datetime
    country_name: str | None
    office_name: str | None
    ideology_name: str | None
    has_results: bool
    journal: JournalHead
    details: SimpleNamespace | None = None
    other_names: list[tuple] = field(default_factory=list)
    identifiers: list[tuple] = field(default_factory=list)
    citations: list[tuple] = field(default_factory=list)
    relationships: list[tuple] | None = None


def _details_fields(kind):
    extra = ["date_first", "date_last"] if kind == Kind.ELECTION else []
    return [DETAILS[kind]._meta.get_field(name) for name in (*KINDS[kind].stored_fields, *extra)]


def _case_of_details(kind):
    columns = ", ".join(f"d.{entry.column}" for entry in FIELDS[kind])
    table = DETAILS[kind]._meta.db_table
    return f"WHEN '{kind}' THEN (SELECT {connection.json_array}({columns}) FROM {table} d WHERE d.entity_id = e.id)"  # noqa: S608 - joins its own constants


FIELDS = {kind: _details_fields(kind) for kind in KINDS}
SQL = read_queries(
    __file__,
    IS_CURRENT=IS_CURRENT,
    RANK=RANK,
    SEAT=str(OFFICE_RANKS[OfficeType.LEGISLATOR]),
    HEADS=", ".join(f"'{office_type}'" for office_type in HEADS),
    JOURNAL_COLUMNS=JOURNAL_COLUMNS,
    DETAILS=" ".join(_case_of_details(kind) for kind in KINDS),
    ARRAY=connection.json_array,
    ROWS=connection.json_array_of_rows,
)
COLUMNS_OF_ENTITY = 12


def find_entity(slug: str, day: date) -> EntityRecord | None:
    for row in fetch_all(SQL.ENTITY, {"slug": slug, "day": day.isoformat()}):
        return record_of(row)
    return None


def published_entities(day: date, limit: int, after: str = "") -> list[EntityRecord]:
    """Return the first ``limit`` published entities whose slugs are greater than ``after``, sorted by slug. The office
    of a politician is the one on ``day``."""
    rows = fetch_all(SQL.PUBLISHED, {"day": day.isoformat(), "after": after, "limit": limit})
    return [record_of(row) for row in rows]


def record_of(row: Sequence) -> EntityRecord:
    """Convert a database row with the columns ENTITY_COLUMNS of ``entities.sql`` to an `EntityRecord`."""
    details, names, identifiers, citations, *journal = row[COLUMNS_OF_ENTITY:]
    entity = EntityRecord(*row[:COLUMNS_OF_ENTITY], JournalHead._make(journal))
    entity.updated_at = moment_of(entity.updated_at)
    entity.details = details and _details(entity.kind, orjson.loads(details))
    entity.other_names = sorted(rows_of(names), key=lambda name: (name[0], name[1] or "", name[2]))
    entity.identifiers = sorted(rows_of(identifiers))
    # The citations are sorted by the slug of the source, then by their URL.
    sorted_citations = sorted(rows_of(citations), key=lambda citation: citation[:2])
    entity.citations = [(*values, slug, note) for slug, _, *values, note in sorted_citations]
    return entity


def rows_of(text: str | None) -> list[list]:
    """Convert ``text``, a JSON array of rows that a query has returned, to a list of lists. Return [] if it is None."""
    # PostgreSQL returns NULL for no rows.
    return orjson.loads(text) if text else []


def cite_sources(entity: EntityRecord, sources: dict[str, tuple]) -> None:
    """Add sources to the citations of the entity in memory, except those that the entity cites already. ``sources``
    maps the slug of a source to (name, URL, day of retrieval, licence)."""
    cited = {citation[4] for citation in entity.citations}
    added = [(*values, slug, None) for slug, values in sources.items() if slug not in cited]
    # Sorting is stable: citations of the same source keep their order.
    entity.citations = sorted([*entity.citations, *added], key=lambda citation: citation[4])


def _details(kind, values):
    return SimpleNamespace(
        **{entry.name: _value(entry, value) for entry, value in zip(FIELDS[kind], values, strict=True)}
    )


def _value(entry, value):
    if isinstance(value, str):
        if isinstance(entry, JSONField):  # SQLite returns JSON as text.
            return orjson.loads(value)
        return date.fromisoformat(value) if isinstance(entry, DateField) else value
    return Decimal(str(value)) if isinstance(entry, DecimalField) and value is not None else value
