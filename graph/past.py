"""Show entities as they were known on a day in the past. Facts and events of later days are left out."""

from collections.abc import Iterator
from datetime import date
from types import SimpleNamespace

from graph.descriptions import compose, compose_overview
from graph.kinds import KINDS, ElectionStatus, Kind
from graph.models.freshness import stale_before
from graph.queries.entities import EntityRecord
from graph.queries.texts import LASTING, LASTING_FACT, TextRows, text_rows
from graph.relations import RelationshipType
from graph.text import dates

WITH_ROWS = (Kind.POLITICIAN, Kind.PARTY, *LASTING)
"""The kinds of entities whose description on a past day is composed from `TextRow` tuples. Each tuple has a
relationship of the entity, or a fact that does not change with time. The other kinds, elections and ideologies, need no
such tuples."""


def show_as_of(entity: EntityRecord, day: date, rows: TextRows | None = None) -> None:
    """Change the facts, the description and the overview of ``entity`` in memory to what was known on ``day``, a day in
    the past. The texts are composed from ``rows``, the data that `text_rows` returns. If ``rows`` is None, these data
    are read from the database. The texts also replace those that an editor wrote.

    Some facts of countries, institutions and offices can change with time, such as the number of seats. They remain if
    a source that gives one of them was retrieved at most two years after ``day``. Otherwise, they are removed."""
    if rows is None:
        rows = text_rows(column="slug", values=[entity.slug], day=day)
    rows = rows.get(entity.slug, {})
    (lasting,) = rows.get(LASTING_FACT, [None])
    rows = _without_later_days(rows, day.isoformat())
    if entity.details is not None:
        entity.details = _details_on(entity, lasting, day)
    details = entity.details or SimpleNamespace()
    if entity.kind == Kind.POLITICIAN and entity.details is not None:
        details.overview = compose_overview(details, rows, day)
    if entity.details is not None or entity.kind == Kind.POLITICIAN:
        entity.description = compose(entity.kind, details, rows, day, entity.country_name or "")


def _details_on(entity, lasting, day):
    values = dict(vars(entity.details))
    if entity.kind == Kind.ELECTION and values["date_first"] > day:
        return SimpleNamespace(**as_scheduled(values, day))
    # Another process may have given the entity another slug, so that its row was not found.
    if entity.kind in LASTING and not _is_fresh(lasting and lasting.verified_at, day):
        values = {name: value if name in LASTING[entity.kind] else _nothing(value) for name, value in values.items()}
    for name in ("founded_year", "birth_year"):
        if (values.get(name) or 0) > day.year:
            values[name] = None
    if (values.get("position_year") or 0) > day.year:
        values |= dict.fromkeys(("left_right", "populism", "position_year"))
    return SimpleNamespace(**values)


def as_scheduled(values: dict, day: date) -> dict:
    """Return the facts of an election as they were before its result was known. ``values`` are the facts of today. In
    the returned facts, the status is "scheduled" (or remains "cancelled"), and the winner, the turnout and the margin
    are unknown. Only the rounds that were over on ``day`` are left."""
    over = [row for row in values.get("rounds", []) if dates.last_day(row["date"]) <= day]
    planned = values["status"] if values["status"] == ElectionStatus.CANCELLED else ElectionStatus.SCHEDULED.value
    return values | {"status": planned, "winner": "", "turnout": None, "result_margin": None, "rounds": over}


def _is_fresh(retrieved, day):
    """Return True if a fact was known at most two years after ``day``. ``retrieved`` is the ISO date on which the first
    source of the fact was retrieved. If no source gives the fact, ``retrieved`` is None, and the result is False."""
    return retrieved is not None and day >= stale_before(date.fromisoformat(retrieved))


def _nothing(value):
    return "" if isinstance(value, str) else None


def _without_later_days(rows, day):
    """Return the relationships ``rows`` as they were known on the ISO date ``day``: ends and confirmations after this
    day are unknown. ``rows`` maps types of relationships to lists of relationships."""
    return {type_: [_as_known(row, day) for row in of_type] for type_, of_type in rows.items()}


def _as_known(row, day):
    values = {"end_date": "", "end_last": None} if (row.end_last or "") > day else {}
    if (row.verified_at or "") > day:
        values["verified_at"] = None
    return row._replace(**values) if values else row


def short_forms(document: dict | list) -> Iterator[dict]:
    """Yield each short form in a JSON document. A short form is an object with which the API mentions an entity: an
    object with a slug, a type and a description. Objects inside a short form are not searched."""
    pending = [document]
    while pending:
        found = pending.pop()
        if isinstance(found, dict) and "slug" in found and "type" in found and "description" in found:
            yield found
            continue
        values = found.values() if isinstance(found, dict) else found
        pending += [value for value in values if isinstance(value, (dict, list))]


def describe_as_of(forms: list[dict], day: date, rows: TextRows | None = None) -> None:
    """Replace the descriptions in ``forms``, a list of short forms of entities, with descriptions as of ``day``. Also
    replace descriptions that an editor wrote. The new descriptions are composed from ``rows``, the data that
    `text_rows` returns. If ``rows`` is None, these data are read from the database.

    Descriptions of elections and ideologies remain. The description of a country, an office or an institution remains
    in one case: a source of the facts that can change with time was retrieved at most two years after ``day``."""
    forms = [form for form in forms if form["type"] in WITH_ROWS]
    if rows is None:
        rows = text_rows(column="slug", values={form["slug"] for form in forms}, day=day)
    texts = {}
    for form in forms:
        of_type = rows.get(form["slug"], {})
        # Other entities without rows have a description that does not depend on the day.
        if not of_type and form["type"] != Kind.POLITICIAN:
            continue
        (lasting,) = of_type.get(LASTING_FACT, [None])
        if lasting is None:
            # Thousands of members of a parliament can have the same text.
            key = form["type"], *(row[1:] for of_one_type in of_type.values() for row in of_one_type)
            if key not in texts:
                texts[key] = _neighbour_text(form["type"], of_type, day)
            form["description"] = texts[key]
        elif not _is_fresh(lasting.verified_at, day):
            form["description"] = _lasting_text(form["type"], lasting, day)


def _lasting_text(kind, row, day):
    unknown = dict.fromkeys(KINDS[kind].stored_fields)
    return compose(kind, SimpleNamespace(**unknown | dict.fromkeys(LASTING[kind], row.fact)), {}, day, row.name)


def _neighbour_text(kind, rows, day):
    operates = rows.get(RelationshipType.OPERATES_IN_COUNTRY, [])
    founded = next((int(row.fact) for row in operates if row.fact and int(row.fact) <= day.year), None)
    country = operates[0].name if operates else ""
    known = _without_later_days(rows, day.isoformat())
    return compose(kind, SimpleNamespace(founded_year=founded), known, day, country)
