"""Documents: what the outside is told of an entity and of its relationships, as plain JSON values.

Everything here is pure: it reads what the query sets fetched and asks the database nothing.
"""

from datetime import UTC, date, datetime
from decimal import Decimal

from graph.kinds import KINDS, ElectionStatus, Kind
from graph.models.names import RECORD_SCHEME
from graph.text import dates

OVERDUE = "overdue"
"""A scheduled election whose announced date has passed without a result; computed, never stored."""


def short_form(entity) -> dict:
    """An entity inside another answer: exactly five fields."""
    return {
        "name": entity.name,
        "type": entity.kind,
        "slug": entity.slug,
        "country_code": entity.country_code or None,
        "description": entity.description,
    }


def entity_document(entity, day: date, base_url: str) -> dict:
    """An entity in full, as of the day; ``base_url`` ends without a slash.

    Reads the annotations of ``with_facts_of_relationships(day)``, the details, and the entity's other names,
    identifiers and citations with their sources.
    """
    return short_form(entity) | {
        "metadata": metadata(entity, day),
        "identifiers": _identifiers(entity.identifiers.all()),
        "other_names": [_other_name(row) for row in sorted(entity.other_names.all(), key=_by_name)],
        "url": f"{base_url}/entity/{entity.slug}",
        "updated_at": moment(entity.updated_at),
        "sources": [_source(row) for row in sorted(entity.citations.all(), key=_by_source)],
    }


def relationship_element(relationship) -> dict:
    """One statement, seen from the entity asked about; needs ``with_status``, ``with_direction`` and both entities."""
    outgoing = relationship.direction == "outgoing"
    return {
        "label": relationship.label,
        "type": relationship.type,
        "direction": relationship.direction,
        "entity": short_form(relationship.object if outgoing else relationship.subject),
        "start_date": relationship.start_date or None,
        "end_date": relationship.end_date or None,
        "status": str(relationship.status),
        "verified_at": relationship.verified_at and relationship.verified_at.isoformat(),
        "role": relationship.role or None,
    }


def metadata(entity, day: date) -> dict:
    """Every field of the kind in the order of `graph.kinds`; what is not known is None, an empty list stays one."""
    return {field.name: _fact(entity, field.name, day) for field in KINDS[entity.kind].metadata}


def moment(time: datetime) -> str:
    """A point in time to the second, in UTC: ``2026-05-01T10:00:00Z``."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def is_overdue(details, day: date) -> bool:
    """Whether the election was to be held before the day and nothing is known of it since."""
    return details.status == ElectionStatus.SCHEDULED and details.date_last < day


def _fact(entity, name, day):
    told = TOLD_OTHERWISE.get((entity.kind, name))
    value = told(entity, day) if told else getattr(entity.details, name, None)
    if name == "political_positions":
        return value or []
    return float(value) if isinstance(value, Decimal) else _known(value)


def _known(value):
    return None if value == "" else value


def _election_status(entity, day):
    details = entity.details
    return details and (OVERDUE if is_overdue(details, day) else details.status)


def _election_year(entity, day):
    return entity.details and dates.year_of(entity.details.date)


TOLD_OTHERWISE = {
    (Kind.POLITICIAN, "office"): lambda entity, day: entity.office_name,
    (Kind.PARTY, "ideology"): lambda entity, day: entity.ideology_name,
    (Kind.PARTY, "country"): lambda entity, day: entity.country_name,
    (Kind.OFFICE, "country"): lambda entity, day: entity.country_name,
    (Kind.ELECTION, "election_year"): _election_year,
    (Kind.ELECTION, "status"): _election_status,
}
"""Facts that are not a column of the details."""


def _identifiers(rows):
    """Scheme to value. Of several values of one scheme the first by code point stands, on every server the same."""
    shown = {}
    for row in sorted(rows, key=lambda row: (row.scheme, row.value)):
        if not row.scheme.startswith(RECORD_SCHEME):
            shown.setdefault(row.scheme, row.value)
    return shown


def _other_name(row):
    return {"name": row.name, "lang": row.lang or None, "kind": row.kind}


def _by_name(row):
    return row.name, row.lang


def _source(citation):
    source = citation.source
    told = {
        "name": source.name,
        "url": citation.url or source.url or None,
        "retrieved": citation.retrieved.isoformat(),
        "licence": source.licence or None,
    }
    return told | ({"note": citation.note} if citation.note else {})


def _by_source(citation):
    return citation.source.slug, citation.url
