"""Show entities as of a day in the past: what was not known or not true on that day is left out."""

from collections.abc import Iterator
from datetime import date
from types import SimpleNamespace

from graph.descriptions import compose, compose_overview
from graph.kinds import ElectionStatus, Kind
from graph.models.freshness import stale_before
from graph.queries.entities import EntityRecord
from graph.queries.texts import TextRows, text_rows
from graph.relations import TIMELESS, RelationshipType

WITH_ROWS = (Kind.POLITICIAN, Kind.PARTY)
"""The kinds whose descriptions depend on their relationships."""
LASTING = {Kind.COUNTRY: ("continent",), Kind.INSTITUTION: ("institution_type",), Kind.OFFICE: ("office_type",)}
"""The facts of a kind that do not change with time. Sources speak of the other facts as they are now."""


def show_as_of(entity: EntityRecord, rows: TextRows, day: date) -> None:
    """Change the facts, the description and the overview of the entity to those of the day. Its parts are loaded."""
    rows = {type_: _begun(of_type, day) for type_, of_type in rows.get(entity.slug, {}).items()}
    if entity.details is not None:
        entity.details = _details_on(entity, day)
    details = entity.details or SimpleNamespace()
    if entity.kind == Kind.POLITICIAN and entity.details is not None:
        details.overview = compose_overview(details, rows, day)
    if entity.details is not None or entity.kind == Kind.POLITICIAN:
        entity.description = compose(entity.kind, details, rows, day, entity.country_name or "")


def _details_on(entity, day):
    values = dict(vars(entity.details))
    if entity.kind == Kind.ELECTION and values["date_first"] > day:
        return SimpleNamespace(**as_scheduled(values))
    if entity.kind in LASTING and not _is_known(entity, day):
        values = {name: value if name in LASTING[entity.kind] else _nothing(value) for name, value in values.items()}
    for name in ("founded_year", "birth_year"):
        if (values.get(name) or 0) > day.year:
            values[name] = None
    return SimpleNamespace(**values)


def as_scheduled(values: dict) -> dict:
    """Return the facts of an election as they were known before its day."""
    planned = values["status"] if values["status"] == ElectionStatus.CANCELLED else ElectionStatus.SCHEDULED.value
    return values | {"status": planned, "winner": "", "turnout": None, "result_margin": None}


def _is_known(entity, day):
    """Return True if a source is at most two years younger than the day."""
    return any(day >= stale_before(date.fromisoformat(row[2])) for row in entity.citations)


def _nothing(value):
    return "" if isinstance(value, str) else None


def _begun(rows, day):
    """Return the rows that had begun by the day. Without a start, the day of the last confirmation counts, but not for
    what lasts, such as an ideology."""
    text = day.isoformat()
    return [row for row in rows if row.type in TIMELESS or (row.start_first or row.verified_at or "") <= text]


def short_forms(document) -> Iterator[dict]:
    """Yield the short forms of entities that are anywhere in a JSON document."""
    if isinstance(document, list):
        for item in document:
            yield from short_forms(item)
    elif isinstance(document, dict):
        if {"slug", "type", "description"} <= document.keys():
            yield document
        else:
            for value in document.values():
                yield from short_forms(value)


def describe_as_of(forms: list[dict], day: date, rows: TextRows | None = None) -> None:
    """Replace the descriptions of politicians and parties in short form by those of the day. If ``rows`` is None, they
    are read in one query."""
    forms = [form for form in forms if form["type"] in WITH_ROWS]
    if rows is None:
        rows = text_rows(column="slug", values={form["slug"] for form in forms})
    for form in forms:
        if form["slug"] in rows:
            form["description"] = _neighbour_text(form["type"], rows[form["slug"]], day)


def _neighbour_text(kind, rows, day):
    operates = rows.get(RelationshipType.OPERATES_IN_COUNTRY, [])
    founded = next((int(row.fact) for row in operates if row.fact and int(row.fact) <= day.year), None)
    country = operates[0].name if operates else ""
    begun = {type_: _begun(of_type, day) for type_, of_type in rows.items()}
    return compose(kind, SimpleNamespace(founded_year=founded), begun, day, country)
