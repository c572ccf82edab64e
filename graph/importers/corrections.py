"""Additions and corrections made by hand: one readable file, every entry with its own source."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import yaml

from graph.importers.countries import Countries
from graph.importers.records import (
    BrokenFile,
    EntityRecord,
    IdentifierRecord,
    NameRecord,
    Record,
    Refusal,
    RelationshipRecord,
    SourceRecord,
)

SOURCE = SourceRecord(
    slug="corrections",
    name="Additions and corrections of the Political Knowledge Graph",
    url="",
    licence="CC0-1.0",
    retrieved=date(2026, 1, 22),
    rank=95,
)
FIELDS = frozenset({"key", "kind", "name", "country", "details", "other_names", "identifiers", "institution", "source"})


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """The records of ``corrections.yaml``; an entry without a source is refused."""
    try:
        entries = yaml.safe_load(path.read_text("utf-8"))
        entities, relationships = entries["entities"], entries["relationships"]
    except (OSError, UnicodeDecodeError, yaml.YAMLError, KeyError, TypeError) as error:
        raise BrokenFile(f"{path.name} cannot be read: {error}") from error
    yield from (_entity(entry, f"{path.name}: {number}") for number, entry in enumerate(entities, 1))
    yield from (_relationship(entry, f"{path.name}: {entry}") for entry in relationships)


def _entity(entry, line):
    if not isinstance(entry, dict) or not FIELDS.issuperset(entry):
        return Refusal(reason="an entry has a field that is none", line=line)
    missing = {"key", "kind", "name", "source"} - set(entry)
    if missing:
        return Refusal(reason=f"an entry has no {', '.join(sorted(missing))}", line=line)
    return EntityRecord(
        key=entry["key"],
        kind=entry["kind"],
        name=entry["name"],
        country_code=entry.get("country"),
        details=entry.get("details", {}),
        other_names=tuple(NameRecord(**name) for name in entry.get("other_names", ())),
        identifiers=tuple(IdentifierRecord(scheme=s, value=v) for s, v in entry.get("identifiers", {}).items()),
        evidence={"institution": entry.get("institution")},
        url=entry["source"],
        line=line,
    )


def _relationship(entry, line):
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
