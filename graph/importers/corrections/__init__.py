"""Import corrections and additions from YAML files that we wrote by hand. Each entry has the URL of its source."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import yaml

from graph.importers.corrections import rounds
from graph.importers.corrections.entries import (
    entity,
    merge,
    or_rejected,
    relationship,
    remove,
    rename,
    title,
    withdraw,
)
from graph.importers.corrections.lists import Lists
from graph.importers.corrections.parties import Parties
from graph.importers.countries import Countries
from graph.importers.records import SOURCES, BrokenFile, Record, RelationshipRecord

SOURCE = SOURCES["corrections"]
LISTS = ("merges", "entities", "relationships", "terms", "members", "parties", "compositions", "names")
LISTS += ("rounds", "winners", "runners_up", "election_facts", "withdrawn", "removed", "slugs")
DATED_LISTS = ("terms", "members", "compositions")
# This field has the day on which the terms, memberships and compositions in a file were correct.
AS_OF = "as_of"
# In a file without this field, the relationships were correct on the day of the last Factbook.
FIRST_DAY = date(2026, 1, 22)


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield the records of one YAML file, or of all YAML files in a folder. Raise BrokenFile if a file is invalid."""
    files = sorted(path.glob("*.yaml")) if path.is_dir() else [path]
    if not files:
        raise BrokenFile(f"{path.name} holds no corrections.")
    # Read all files before the first record, so that a broken file leads to no partial import.
    contents = [(file.name, _content(file)) for file in files]
    lists, parties = Lists(), Parties()
    yield from _identities(contents, parties)
    # Read members before terms, because a term adds a membership unless ``members`` has one.
    memberships = [
        record
        for file, content in contents
        for record in _records(lists.members, file, content["members"], "holder", content[AS_OF])
    ]
    for file, content in contents:
        for number, entry in enumerate(content["entities"], 1):
            yield from or_rejected(entity(entry, f"{file}: {number}"), f"{file}: {number}")
        found = (relationship(entry, f"{file}: {entry}") for entry in content["relationships"])
        yield from _dated(found, content[AS_OF])
        yield from _records(lists.terms, file, content["terms"], "office", content[AS_OF])
    for file, content in contents:
        yield from _records(parties.compositions, file, content["compositions"], "chamber", content[AS_OF])
    yield from memberships
    for file, content in contents:
        yield from _records(lists.names, file, content["names"], "lang", file)
    yield from _elections(contents)


def _identities(contents, parties):
    # Merge, withdraw and clean entities first, because other lists refer to them. Then read parties, because an import
    # uses the first name of an entity.
    for name, records, field in (
        ("merges", merge, "slug"),
        ("withdrawn", withdraw, "source"),
        ("removed", remove, "source"),
        ("slugs", rename, "slug"),
        ("parties", parties.identities, "party"),
        ("parties", parties.parties, "party"),
    ):
        for file, content in contents:
            yield from _dated(_records(records, file, content[name], field), content[AS_OF])


def _elections(contents):
    # Read new names and dates first, and then rounds, because an import uses the first name and date of an election.
    lists = {"election_facts": rounds.facts, "rounds": rounds.elections}
    lists |= {"winners": rounds.winners, "runners_up": rounds.runners_up}
    for name, records in lists.items():
        for file, content in contents:
            yield from _dated(_records(records, file, content[name], "source", file), content[AS_OF])


def _dated(records, day):
    for record in records:
        has_day = not isinstance(record, RelationshipRecord) or record.verified_at
        yield record if has_day else replace(record, verified_at=day or FIRST_DAY)


def _records(records, file, entries, name, *args):
    for entry in entries:
        line = f"{file}: {title(entry, name)}"
        yield from or_rejected(records(entry, line, *args), line)


def _content(file):
    try:
        content = yaml.safe_load(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BrokenFile(f"{file.name} cannot be read: {error}") from error
    if not isinstance(content, dict) or not content or not {*LISTS, AS_OF}.issuperset(content):
        raise BrokenFile(f"{file.name} holds something other than {', '.join(LISTS)}.")
    if not all(isinstance(content.get(name, []), list) for name in LISTS):
        raise BrokenFile(f"{file.name} holds entries that are no list.")
    if not content.keys().isdisjoint(DATED_LISTS) and not isinstance(content.get(AS_OF), date):
        raise BrokenFile(f"{file.name} has terms or members, but no day in {AS_OF}.")
    return {name: content.get(name, []) for name in LISTS} | {AS_OF: content.get(AS_OF)}
