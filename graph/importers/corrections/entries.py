"""Entities and relationships written out in full."""

from graph.importers.records import (
    EntityRecord,
    IdentifierRecord,
    NameRecord,
    RejectedRecord,
    RelationshipRecord,
)

FIELDS = frozenset("key kind name country details other_names identifiers institution source names_only".split())


def entity(entry, line: str) -> EntityRecord | RejectedRecord:
    """An entity, or why it is refused."""
    if not isinstance(entry, dict) or not FIELDS.issuperset(entry):
        return RejectedRecord(reason="an entry has a field that is none", line=line)
    missing = {"key", "kind", "name", "source"} - set(entry)
    if missing:
        return RejectedRecord(reason=f"an entry has no {', '.join(sorted(missing))}", line=line)
    return EntityRecord(
        key=entry["key"],
        kind=entry["kind"],
        name=entry["name"],
        country_code=entry.get("country"),
        details=entry.get("details", {}),
        other_names=tuple(NameRecord(**name) for name in entry.get("other_names", ())),
        identifiers=tuple(IdentifierRecord(scheme=s, value=v) for s, v in entry.get("identifiers", {}).items()),
        evidence={"institution": entry.get("institution")},
        names_only=bool(entry.get("names_only")),
        url=entry["source"],
        line=line,
    )


def relationship(entry, line: str) -> RelationshipRecord:
    """A statement: subject, type, object, and its dates and role where it has some."""
    subject, kind, object_, *rest = entry
    dates = rest[0] if rest else {}
    return RelationshipRecord(
        type=kind,
        subject=subject,
        object=object_,
        start_date=dates.get("start", ""),
        end_date=dates.get("end", ""),
        role=dates.get("role", ""),
        line=line,
    )
