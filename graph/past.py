"""Show entities as of a day in the past: what was not known or not true on that day is left out."""

from collections.abc import Iterator
from datetime import date
from types import SimpleNamespace

from graph.descriptions import compose, compose_overview
from graph.kinds import KINDS, ElectionStatus, Kind
from graph.models.freshness import stale_before
from graph.queries.entities import EntityRecord
from graph.queries.texts import LASTING_FACT, TextRows, text_rows
from graph.relations import TIMELESS, RelationshipType
from graph.text import dates

LASTING = {Kind.COUNTRY: ("continent",), Kind.INSTITUTION: ("institution_type",), Kind.OFFICE: ("office_type",)}
"""The facts of a kind that do not change with time. Sources speak of the other facts as they are now."""
WITH_ROWS = (Kind.POLITICIAN, Kind.PARTY, *LASTING)
"""The kinds whose descriptions depend on `TextRows`."""


def show_as_of(entity: EntityRecord, rows: TextRows, day: date) -> None:
    """Change the facts, the description and the overview of the entity to those of the day. The citations of
    ``entity`` must be loaded already."""
    rows = {type_: _begun(of_type, day.isoformat()) for type_, of_type in rows.get(entity.slug, {}).items()}
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
        return SimpleNamespace(**as_scheduled(values, day))
    if entity.kind in LASTING and not _is_known(entity, day):
        values = {name: value if name in LASTING[entity.kind] else _nothing(value) for name, value in values.items()}
    for name in ("founded_year", "birth_year"):
        if (values.get(name) or 0) > day.year:
            values[name] = None
    if (values.get("position_year") or 0) > day.year:
        values |= dict.fromkeys(("left_right", "populism", "position_year"))
    return SimpleNamespace(**values)


def as_scheduled(values: dict, day: date) -> dict:
    """Return the facts of an election as they were known on ``day``, before its last round. It has no result yet, and
    of its rounds only those that were over by then."""
    over = [row for row in values.get("rounds", []) if dates.last_day(row["date"]) <= day]
    planned = values["status"] if values["status"] == ElectionStatus.CANCELLED else ElectionStatus.SCHEDULED.value
    return values | {"status": planned, "winner": "", "turnout": None, "result_margin": None, "rounds": over}


def _is_known(entity, day):
    return _is_fresh(min((row[2] for row in entity.citations), default=None), day)


def _is_fresh(retrieved, day):
    """Return True if the first source of an entity was retrieved before ``day``, or less than two years after it."""
    return retrieved is not None and day >= stale_before(date.fromisoformat(retrieved))


def _nothing(value):
    return "" if isinstance(value, str) else None


def _begun(rows, day):
    """Return the rows that had begun by the ISO day, without ends and confirmations after the day. If a row has no
    start, the day of its last confirmation is used. Rows of a `TIMELESS` type, such as an ideology, are always
    returned."""
    begun = [row for row in rows if row.type in TIMELESS or (row.start_first or row.verified_at or "") <= day]
    return [_without_later_days(row, day) for row in begun]


def _without_later_days(row, day):
    values = {"end_date": "", "end_last": None} if (row.end_last or "") > day else {}
    if (row.verified_at or "") > day:
        values["verified_at"] = None
    return row._replace(**values) if values else row


def short_forms(document: dict | list) -> Iterator[dict]:
    """Yield the short forms of entities that are anywhere in a JSON document."""
    if isinstance(document, dict) and {"slug", "type", "description"} <= document.keys():
        yield document
        return
    for item in document.values() if isinstance(document, dict) else document:
        if isinstance(item, (dict, list)):
            yield from short_forms(item)


def describe_as_of(forms: list[dict], day: date, rows: TextRows | None = None) -> None:
    """Replace the descriptions of entities in short form by those of the day. If ``rows`` is None, they are read in one
    query. Descriptions of elections and ideologies stay."""
    forms = [form for form in forms if form["type"] in WITH_ROWS]
    if rows is None:
        rows = text_rows(column="slug", values={form["slug"] for form in forms})
    for form in forms:
        of_type = rows.get(form["slug"])
        if not of_type:
            continue
        (lasting,) = of_type.get(LASTING_FACT, [None])
        if lasting is None:
            form["description"] = _neighbour_text(form["type"], of_type, day)
        elif not _is_fresh(lasting.verified_at, day):
            form["description"] = _lasting_text(form["type"], lasting, day)


def _lasting_text(kind, row, day):
    unknown = dict.fromkeys(KINDS[kind].stored_fields)
    return compose(kind, SimpleNamespace(**unknown | dict.fromkeys(LASTING[kind], row.fact)), {}, day, row.name)


def _neighbour_text(kind, rows, day):
    operates = rows.get(RelationshipType.OPERATES_IN_COUNTRY, [])
    founded = next((int(row.fact) for row in operates if row.fact and int(row.fact) <= day.year), None)
    country = operates[0].name if operates else ""
    text = day.isoformat()
    begun = {type_: _begun(of_type, text) for type_, of_type in rows.items()}
    return compose(kind, SimpleNamespace(founded_year=founded), begun, day, country)
