"""What the compact forms share: how a line is checked, called in a report, and how it refers to what the graph has."""

from collections.abc import Iterable

from graph.importers.corrections.known import KnownEntity
from graph.importers.records import EntityRecord, IdentifierRecord


class Wrong(Exception):
    """The entry cannot be used; the text says why."""


def check(entry, needed: Iterable[str], fields: frozenset[str]) -> None:
    """Wrong where the entry lacks one of the needed fields, has another, or cites something else than a page."""
    if not isinstance(entry, dict) or not fields.issuperset(entry):
        raise Wrong("an entry has a field that is none")
    missing = [name for name in needed if not entry.get(name)]
    if missing:
        raise Wrong(f"an entry has no {', '.join(missing)}")
    if not str(entry.get("source", "https://")).startswith("https://"):
        raise Wrong(f"{entry['source']!r} is no web address")


def title(entry, name: str):
    """What a report calls the entry: its field of that name, else the entry itself."""
    return entry.get(name, entry) if isinstance(entry, dict) else entry


def reference(key: str, kind: str, country_code: str, known: KnownEntity, url: str, line: str) -> EntityRecord:
    """A record that says nothing new of an entity the graph has; relationships need its key."""
    return EntityRecord(
        key=key,
        kind=kind,
        name=known.name,
        country_code=country_code,
        identifiers=(IdentifierRecord(scheme=known.scheme, value=known.value),) if known.scheme else (),
        url=url,
        line=line,
    )
