"""Check entries of the YAML files of corrections, and convert them to records. An entry is an item of a list in such a
file, usually a dictionary. ``line`` is a text that names the file and the entry in messages."""

from collections.abc import Iterable, Iterator

from graph.importers import builders, records

# Maps each kind of entry to its required and its optional fields. For the holder of an office, ``also`` is the name in
# another source, ``home`` is the country if it is not that of the office, and ``unconfirmed`` is true if no two
# independent pages of this year agree. ``second_source`` is the URL of an independent page that says the same.
# ``as_of`` is the day on which both pages said so, if it is not the day of the file. For a party, ``slug`` is the
# current slug, ``new_slug`` replaces it, ``merge`` has the slugs of its duplicates, and ``remove_names`` has wrong
# names. ``seats`` maps the slug of a party, the name of a new party in ``parties``, or a name such as "Others" to a
# number. If the size of a chamber has changed, ``chamber_seats`` has the new size. The entities with the slugs in
# ``entities`` are withdrawn because of ``reason``. ``relationships`` are removed; each is [slug, type, slug, start].
FIELDS = {
    "entity": ("key kind name source", "country details other_names identifiers institution names_only second_source"),
    "terms": ("country office source holders", "office_type second_source as_of"),
    "holder": ("holder start", "also identifiers birth_year party end role home source second_source unconfirmed"),
    "member": ("country holder party source", "birth_year start"),
    "party": (
        "party source",
        "country slug new_slug merge remove_names aliases acronyms native former founded ended wikidata second_source",
    ),
    "composition": ("chamber start total seats source", "chamber_seats election second_source as_of"),
    "merge": ("slug into source", "second_source"),
    "names": ("lang source politicians", ""),
    "births": ("source politicians", "second_source"),
    "birth": ("birth_year", "wikidata"),
    "wikidata_id": ("wikidata", ""),
    **dict.fromkeys(("rounds", "runners_up", "winners", "election_facts"), ("source elections", "second_source")),
    "withdrawn": ("reason source entities", ""),
    "removed": ("source relationships", ""),
    "slugs": ("slug new_slug", ""),
}


class InvalidEntry(Exception):
    """An entry in a YAML file of the corrections cannot be used. The message is the reason."""


def check(entry, kind: str) -> None:
    """Raise InvalidEntry if an entry is no dictionary, or if it lacks a required field or has an unknown field (see
    FIELDS). Also raise InvalidEntry if a source does not begin with "https://"."""
    needed, optional = map(str.split, FIELDS[kind])
    if not isinstance(entry, dict) or not {*needed, *optional}.issuperset(entry):
        raise InvalidEntry("an entry has an unknown field")
    if missing := [name for name in needed if not entry.get(name)]:
        raise InvalidEntry(f"an entry has no {', '.join(missing)}")
    for address in (entry.get("source"), entry.get("second_source")):
        if address and not str(address).startswith("https://"):
            raise InvalidEntry(f"{address!r} is no web address")


def title(entry, name: str):
    """Return what identifies an entry in messages: its field ``name`` or, without this field, the entry itself."""
    return entry.get(name, entry) if isinstance(entry, dict) else entry


def or_rejected(found: Iterable[records.Record], line: str) -> Iterator[records.Record]:
    try:
        yield from found
    except (InvalidEntry, AttributeError, KeyError, TypeError, ValueError) as error:
        reason = str(error) if isinstance(error, InvalidEntry) else f"the entry cannot be read: {error!r}"
        yield records.RejectedRecord(reason=reason, line=line)


def merge(entry, line: str) -> Iterator[records.MergeRecord]:
    check(entry, "merge")
    yield records.MergeRecord(slug=entry["slug"], into=entry["into"], line=line)


def withdraw(entry, line: str) -> Iterator[records.WithdrawRecord]:
    """Yield a `WithdrawRecord` for each slug in the field ``entities``. These entities do not exist in reality."""
    check(entry, "withdrawn")
    for slug in entry["entities"]:
        yield records.WithdrawRecord(slug=slug, note=f"{entry['reason']} {entry['source']}", line=f"{line}: {slug}")


def remove(entry, line: str) -> Iterator[records.RemoveRelationshipRecord]:
    """Yield a record for each relationship to remove. Raise InvalidEntry if it is not [slug, type, slug, start]."""
    check(entry, "removed")
    for row in entry["relationships"]:
        if not isinstance(row, list) or len(row) != 4:
            raise InvalidEntry(f"{row!r} is not [slug, type, slug, start]")
        slug, type_, object_, start = map(str, row)
        fields = {"slug": slug, "type": type_, "object": object_, "start_date": start}
        yield records.RemoveRelationshipRecord(**fields, line=f"{line}: {slug}")


def rename(entry, line: str) -> Iterator[records.RenameRecord]:
    check(entry, "slugs")
    yield records.RenameRecord(slug=entry["slug"], new_slug=entry["new_slug"], line=line)


def entity(entry, line: str) -> Iterator[records.EntityRecord]:
    check(entry, "entity")
    names = tuple(records.NameRecord(**name) for name in entry.get("other_names", ()))
    fields = {name: entry.get(name, {}) for name in ("details", "identifiers")}
    fields |= {"evidence": {"institution": entry.get("institution")}, "uses": () if entry.get("names_only") else None}
    fields |= {"other_names": names, "url": entry["source"], "note": note(entry), "line": line}
    yield builders.entity(entry["kind"], entry["key"], entry["name"], entry.get("country"), **fields)


def note(entry) -> str:
    """Return the note of an entry's citation: "Also: " and the URL of the second source, or "" without one."""
    return f"Also: {entry['second_source']}" if entry.get("second_source") else ""


def relationship(entry, line: str) -> Iterator[records.RelationshipRecord]:
    """Yield the record of a relationship. ``entry`` is a list [subject, type, object, {start, end, role, as_of}]. The
    dictionary and its fields are optional. ``as_of`` is a day on which the relationship was true."""
    subject, type_, object_, *rest = entry
    more = rest[0] if rest else {}
    start, end, role = (str(more.get(name, "")) for name in ("start", "end", "role"))
    yield records.RelationshipRecord(type_, subject, object_, start, end, role, more.get("as_of"), line=line)
