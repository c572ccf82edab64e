from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from types import SimpleNamespace

import orjson
from django.db.models import DecimalField, JSONField

from graph.kinds import KINDS, OFFICE_RANKS, Kind
from graph.models import DETAILS
from graph.queries.cached import JOURNAL_COLUMNS, JournalHead
from graph.queries.sql import aware, fetch_all

COUNTRY_NAME = """
    SELECT c.name FROM graph_entity c
    WHERE c.kind = 'country' AND c.country_code = e.country_code AND c.status = 'published'
"""
IDEOLOGY_NAME = """
    SELECT o.name FROM graph_relationship r JOIN graph_entity o ON o.id = r.object_id
    WHERE r.subject_id = e.id AND r.type = 'party_has_ideology' AND o.status = 'published'
    ORDER BY r.position, r.id LIMIT 1
"""
IS_CURRENT = "r.current_first <= %(day)s AND r.current_last >= %(day)s"
RANK = " ".join(
    ["CASE d.office_type"]
    + [f"WHEN '{office_type}' THEN {rank}" for office_type, rank in OFFICE_RANKS.items()]
    + [f"ELSE {len(OFFICE_RANKS)} END"]
)
# A politician who is elected but not yet in office does not hold the office. An office without an end is known to have
# lasted until it was verified.
OFFICE_NAME = f"""
    SELECT o.name FROM graph_relationship r JOIN graph_entity o ON o.id = r.object_id
    LEFT JOIN graph_officedetails d ON d.entity_id = o.id
    WHERE r.subject_id = e.id AND r.type = 'politician_holds_office' AND o.status = 'published'
    AND (r.start_first IS NULL OR r.start_first <= %(day)s)
    ORDER BY CASE WHEN {IS_CURRENT} THEN 0 ELSE 1 END, CASE WHEN {IS_CURRENT} THEN {RANK} END,
    CASE WHEN {IS_CURRENT} THEN r.position END,
    CASE WHEN {IS_CURRENT} THEN NULL ELSE COALESCE(r.end_last, r.verified_at) END DESC NULLS LAST,
    r.start_first DESC NULLS LAST, {RANK}, r.position, r.id LIMIT 1
"""


@dataclass(slots=True)
class EntityRecord:
    """An entity with all that the API shows of it except relationships. `load_parts` fills the last three fields."""

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


HAS_RESULTS = "EXISTS (SELECT 1 FROM graph_coverage k WHERE k.election_id = e.id AND k.mode <> 'test')"


def _details_fields(kind):
    extra = ["date_last"] if kind == Kind.ELECTION else []
    return [DETAILS[kind]._meta.get_field(name) for name in (*KINDS[kind].stored_fields, *extra)]


FIELDS = {kind: _details_fields(kind) for kind in KINDS}
COLUMNS = {kind: [f"{kind}.entity_id", *(f"{kind}.{entry.column}" for entry in FIELDS[kind])] for kind in KINDS}
ENTITY = f"""
    SELECT e.id, e.kind, e.name, e.slug, e.country_code, e.description, e.status, e.updated_at,
    ({COUNTRY_NAME}), ({OFFICE_NAME}), ({IDEOLOGY_NAME}), {HAS_RESULTS}, {JOURNAL_COLUMNS},
    {", ".join(column for kind in KINDS for column in COLUMNS[kind])}
    FROM graph_entity e
    {" ".join(f"LEFT JOIN {DETAILS[kind]._meta.db_table} {kind} ON {kind}.entity_id = e.id" for kind in KINDS)}
    WHERE e.slug = %(slug)s
"""
COLUMNS_OF_ENTITY = 12
START_OF_DETAILS = COLUMNS_OF_ENTITY + len(JournalHead._fields)
PARTS = """
    SELECT 1, name, NULLIF(lang, ''), kind, '', '', '' FROM graph_othername WHERE entity_id = %(pk)s
    UNION ALL SELECT 2, scheme, value, '', '', '', '' FROM graph_identifier WHERE entity_id = %(pk)s
    UNION ALL SELECT 3, s.name, COALESCE(NULLIF(c.url, ''), NULLIF(s.url, '')), CAST(c.retrieved AS text),
    NULLIF(s.licence, ''), NULLIF(c.note, ''), s.slug || ' ' || c.url
    FROM graph_citation c JOIN graph_source s ON s.id = c.source_id WHERE c.entity_id = %(pk)s
"""


def find_entity(slug: str, day: date) -> EntityRecord | None:
    for row in fetch_all(ENTITY, {"slug": slug, "day": day.isoformat()}):
        entity = EntityRecord(*row[:COLUMNS_OF_ENTITY], JournalHead(*row[COLUMNS_OF_ENTITY:START_OF_DETAILS]))
        entity.updated_at = aware(entity.updated_at)
        entity.details = _details(entity.kind, row)
        return entity
    return None


def load_parts(entity: EntityRecord) -> None:
    rows = fetch_all(PARTS, {"pk": entity.pk})
    entity.other_names = sorted((row[1:4] for row in rows if row[0] == 1), key=lambda row: (row[0], row[1] or ""))
    entity.identifiers = sorted(row[1:3] for row in rows if row[0] == 2)
    entity.citations = [row[1:6] for row in sorted((row for row in rows if row[0] == 3), key=lambda row: row[6])]


def _details(kind, row):
    start = START_OF_DETAILS + sum(len(COLUMNS[earlier]) for earlier in list(KINDS)[: list(KINDS).index(kind)])
    if row[start] is None:
        return None
    values = row[start + 1 : start + len(COLUMNS[kind])]
    return SimpleNamespace(
        **{entry.name: _value(entry, value) for entry, value in zip(FIELDS[kind], values, strict=True)}
    )


def _value(entry, value):
    if isinstance(entry, JSONField) and isinstance(value, str):
        return orjson.loads(value)
    # SQLite returns decimals as floats.
    return Decimal(str(value)) if isinstance(entry, DecimalField) and isinstance(value, float | int) else value
