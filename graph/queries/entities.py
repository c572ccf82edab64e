from collections.abc import Collection
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
from graph.queries.sql import aware, fetch_all, read_queries
from graph.queries.statuses import IS_CURRENT
from graph.queries.texts import TextRows, by_subject, text_query

RANK = " ".join(
    ["CASE d.office_type"]
    + [f"WHEN '{office_type}' THEN {rank}" for office_type, rank in OFFICE_RANKS.items()]
    + [f"ELSE {len(OFFICE_RANKS)} END"]
)


@dataclass(slots=True)
class EntityRecord:
    """An entity with all that the API shows, except relationships. The lists ``other_names``, ``identifiers`` and
    ``citations`` are empty until `load_parts` fills them."""

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
)
COLUMNS_OF_ENTITY = 12
COLUMNS_OF_PARTS, TEXT = 7, 5


def find_entity(slug: str, day: date) -> EntityRecord | None:
    for row in fetch_all(SQL.ENTITY, {"slug": slug, "day": day.isoformat()}):
        return _record(row)
    return None


def published_entities(day: date, limit: int, after: str = "") -> list[EntityRecord]:
    """Return up to ``limit`` published entities, sorted by slug: the first ones after the slug ``after``. The metadata
    field ``office`` of politicians is as of ``day``. Names, identifiers and citations are not loaded."""
    rows = fetch_all(SQL.PUBLISHED, {"day": day.isoformat(), "after": after, "limit": limit})
    return [_record(row) for row in rows]


def _record(row):
    details, *journal = row[COLUMNS_OF_ENTITY:]
    entity = EntityRecord(*row[:COLUMNS_OF_ENTITY], JournalHead._make(journal))
    entity.updated_at = aware(entity.updated_at)
    entity.details = details and _details(entity.kind, orjson.loads(details))
    return entity


def load_parts(
    entity: EntityRecord, sources: Collection[str] = (), texts_of: Collection[str] = (), day: date = date.max
) -> TextRows:
    """Load the other names, identifiers and citations of the entity. ``sources`` are slugs of sources that the caller
    needs for relationships. Those that the entity does not cite itself are added to its citations.

    ``texts_of`` are slugs of entities whose texts the caller composes as of ``day``. Return the rows for these texts,
    by slug and type. They are read here, because this saves a second query."""
    texts, parameters = text_query("slug", texts_of, day)
    sql = SQL.PARTS_AND_TEXTS.format(texts=texts) if texts_of else SQL.PARTS
    found = fetch_all(sql, {"pk": entity.pk, "sources": f" {' '.join(sources)} "} | parameters)
    rows = [row[:COLUMNS_OF_PARTS] for row in found if row[0] != TEXT]
    entity.other_names = sorted((row[1:4] for row in rows if row[0] == 1), key=lambda row: (row[0], row[1] or ""))
    entity.identifiers = sorted(row[1:3] for row in rows if row[0] == 2)
    # The last column, by which they are sorted, begins with the slug of the source.
    citations = [(*row[1:], row[6].partition(" ")[0]) for row in sorted(rows, key=lambda row: row[6]) if row[0] == 3]
    cited = {slug for *_, slug in citations}
    citations += [(*row[1:], slug) for row in rows if row[0] == 4 and (slug := row[6].strip()) not in cited]
    citations.sort(key=lambda row: row[5])
    entity.citations = [(*row[:4], slug, row[4]) for *row, slug in citations]
    return by_subject(row[1:] for row in found if row[0] == TEXT)


def _details(kind, values):
    return SimpleNamespace(
        **{entry.name: _value(entry, value) for entry, value in zip(FIELDS[kind], values, strict=True)}
    )


def _value(entry, value):
    if isinstance(value, str):
        if isinstance(entry, JSONField):  # SQLite has JSON in a text
            return orjson.loads(value)
        return date.fromisoformat(value) if isinstance(entry, DateField) else value
    return Decimal(str(value)) if isinstance(entry, DecimalField) and value is not None else value
