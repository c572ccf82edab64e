"""Read entities and relationships that are written out in full, and offer functions that the compact lists share."""

from collections.abc import Iterable

from graph.importers.corrections.known import KnownEntity
from graph.importers.records import EntityRecord, IdentifierRecord, NameRecord, RejectedRecord, RelationshipRecord

NEEDED = ("key", "kind", "name", "source")
FIELDS = frozenset({*NEEDED, "country", "details", "other_names", "identifiers", "institution", "names_only"})


class InvalidEntry(Exception):
    """Raised when an entry cannot be used. The message is the reason."""


def check(entry, needed: Iterable[str], fields: frozenset[str]) -> None:
    """Raise InvalidEntry if a needed field is missing, a field is unknown, or the source is no ``https://`` address."""
    if not isinstance(entry, dict) or not fields.issuperset(entry):
        raise InvalidEntry("an entry has an unknown field")
    missing = [name for name in needed if not entry.get(name)]
    if missing:
        raise InvalidEntry(f"an entry has no {', '.join(missing)}")
    if not str(entry.get("source", "https://")).startswith("https://"):
        raise InvalidEntry(f"{entry['source']!r} is no web address")


def title(entry, name: str):
    """Return what a report calls the entry: the value of its field ``name``, otherwise the entry itself."""
    return entry.get(name, entry) if isinstance(entry, dict) else entry


def entity(entry, line: str) -> EntityRecord | RejectedRecord:
    """Return the record of an entity, or a RejectedRecord with the reason if the entry is invalid."""
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
    """Return the identifiers of an entry, which gives them as a mapping from scheme to value."""
    return tuple(IdentifierRecord(scheme=scheme, value=value) for scheme, value in entry.get("identifiers", {}).items())


def relationship(entry, line: str) -> RelationshipRecord:
    """Return the record of a relationship. ``entry`` is a list: subject, type, object and, if known, dates and role."""
    subject, type_, object_, *rest = entry
    more = rest[0] if rest else {}
    return RelationshipRecord(
        type=type_,
        subject=subject,
        object=object_,
        start_date=more.get("start", ""),
        end_date=more.get("end", ""),
        role=more.get("role", ""),
        line=line,
    )


def reference(key: str, kind: str, country_code: str, known: KnownEntity, url: str, line: str) -> EntityRecord:
    """Return a record of an entity of the graph, without new facts, so that relationships can refer to its key."""
    return EntityRecord(
        key=key,
        kind=kind,
        name=known.name,
        country_code=country_code,
        identifiers=tuple(IdentifierRecord(scheme=scheme, value=value) for scheme, value in known.identifiers),
        url=url,
        line=line,
    )
