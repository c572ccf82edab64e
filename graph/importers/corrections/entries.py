"""Check the entries in the YAML files of the corrections, and convert them to records."""

from collections.abc import Iterable, Iterator

from graph.importers import builders
from graph.importers.records import EntityRecord, NameRecord, Record, RejectedRecord, RelationshipRecord

# The fields that an entry must have, and those that it may have. ``also`` is the holder's name in another source, and
# ``home`` is the country of a holder who is from another country than the office. ``second_source`` is the address of
# an independent page that says the same, and ``as_of`` is the day on which both said so, if it is not that of the file.
FIELDS = {
    "entity": ("key kind name source", "country details other_names identifiers institution names_only second_source"),
    "terms": ("country office source holders", "office_type second_source as_of"),
    "holder": ("holder start", "also identifiers birth_year party end role home source second_source"),
    "member": ("country holder party source", "birth_year start"),
    "names": ("lang source politicians", ""),
}


class InvalidEntry(Exception):
    """An entry in a YAML file of the corrections cannot be used. The message is the reason."""


def check(entry, kind: str) -> None:
    """Raise InvalidEntry if an entry lacks a field, has an unknown field, or has a source that is not a URL."""
    needed, optional = map(str.split, FIELDS[kind])
    if not isinstance(entry, dict) or not {*needed, *optional}.issuperset(entry):
        raise InvalidEntry("an entry has an unknown field")
    if missing := [name for name in needed if not entry.get(name)]:
        raise InvalidEntry(f"an entry has no {', '.join(missing)}")
    for address in (entry.get("source"), entry.get("second_source")):
        if address and not str(address).startswith("https://"):
            raise InvalidEntry(f"{address!r} is no web address")


def title(entry, name: str):
    """Return what identifies an entry in messages: its field ``name``, or the whole entry if it lacks this field."""
    return entry.get(name, entry) if isinstance(entry, dict) else entry


def or_rejected(records: Iterable[Record], line: str) -> Iterator[Record]:
    try:
        yield from records
    except InvalidEntry as error:
        yield RejectedRecord(reason=str(error), line=line)


def entity(entry, line: str) -> Iterator[EntityRecord]:
    check(entry, "entity")
    names = tuple(NameRecord(**name) for name in entry.get("other_names", ()))
    fields = {name: entry.get(name, {}) for name in ("details", "identifiers")}
    fields |= {"evidence": {"institution": entry.get("institution")}, "names_only": bool(entry.get("names_only"))}
    fields |= {"other_names": names, "url": entry["source"], "note": note(entry), "line": line}
    yield builders.entity(entry["kind"], entry["key"], entry["name"], entry.get("country"), **fields)


def note(entry) -> str:
    """Return the note of a citation, which names the second source of an entry. Return "" if it has none."""
    return f"Also: {entry['second_source']}" if entry.get("second_source") else ""


def relationship(entry, line: str) -> RelationshipRecord:
    """Return the record for an entry [subject, type, object, {start, end, role}]. The last item is optional."""
    subject, type_, object_, *rest = entry
    more = rest[0] if rest else {}
    start, end, role = (more.get(name, "") for name in ("start", "end", "role"))
    return RelationshipRecord(type_, subject, object_, start, end, role=role, line=line)
