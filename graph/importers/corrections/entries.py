"""Check the entries (items of a list in a YAML file) of the corrections, and build records of them."""

from collections.abc import Iterable

from graph.importers import builders
from graph.importers.corrections.known import InvalidEntry
from graph.importers.records import EntityRecord, IdentifierRecord, NameRecord, RejectedRecord, RelationshipRecord

NEEDED = ("key", "kind", "name", "source")
FIELDS = frozenset({*NEEDED, "country", "details", "other_names", "identifiers", "institution", "names_only"})


def check(entry, needed: Iterable[str], fields: frozenset[str]) -> None:
    """Raise InvalidEntry unless the entry has the fields ``needed``, only ``fields``, and an ``https`` source."""
    if not isinstance(entry, dict) or not fields.issuperset(entry):
        raise InvalidEntry("an entry has an unknown field")
    missing = [name for name in needed if not entry.get(name)]
    if missing:
        raise InvalidEntry(f"an entry has no {', '.join(missing)}")
    if not str(entry.get("source", "https://")).startswith("https://"):
        raise InvalidEntry(f"{entry['source']!r} is no web address")


def title(entry, name: str):
    """Return the field that names an entry in a report. Without it, return the entry."""
    return entry.get(name, entry) if isinstance(entry, dict) else entry


def entity(entry, line: str) -> EntityRecord | RejectedRecord:
    try:
        check(entry, NEEDED, FIELDS)
    except InvalidEntry as error:
        return RejectedRecord(reason=str(error), line=line)
    return EntityRecord(
        key=entry["key"],
        kind=entry["kind"],
        name=entry["name"],
        country_code=entry.get("country"),
        details=entry.get("details", {}),
        other_names=tuple(NameRecord(**name) for name in entry.get("other_names", ())),
        identifiers=identifiers(entry),
        evidence={"institution": entry.get("institution")},
        names_only=bool(entry.get("names_only")),
        url=entry["source"],
        line=line,
    )


def identifiers(entry) -> tuple[IdentifierRecord, ...]:
    return tuple(IdentifierRecord(scheme=scheme, value=value) for scheme, value in entry.get("identifiers", {}).items())


def relationship(entry, line: str) -> RelationshipRecord:
    """Return the record of a list: subject, type, object and, if known, a dictionary of start, end and role."""
    subject, type_, object_, *rest = entry
    more = rest[0] if rest else {}
    start, end, role = (more.get(name, "") for name in ("start", "end", "role"))
    return builders.relationship(type_, subject, object_, start, end, role=role, line=line)
