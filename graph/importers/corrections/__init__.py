"""Import corrections and additions from YAML files that were written by hand. A file has lists, such as "terms", and
each list has entries. Most entries have a source."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import yaml

from graph.importers.corrections import entries
from graph.importers.corrections.lists import Lists
from graph.importers.corrections.parties import Parties
from graph.importers.corrections.rounds import elections
from graph.importers.countries import Countries
from graph.importers.records import SOURCES, BrokenFile, Record, RelationshipRecord
from graph.relations import RelationshipType
from graph.text import dates

SOURCE = SOURCES["corrections"]
LISTS = ("merges", "entities", "relationships", "terms", "members", "parties", "compositions", "names", "births")
LISTS += ("wikidata_ids", "rounds", "winners", "runners_up", "election_facts", "withdrawn", "removed", "slugs")
DATED_LISTS = ("terms", "members", "compositions")
# This field of a file has the day on which the terms, memberships and compositions in the file were correct.
AS_OF = "as_of"
# The day of the last Factbook. Relationships in a file without the field AS_OF were correct on this day.
FIRST_DAY = date(2026, 1, 22)


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield the records of one YAML file, or of all YAML files in a folder. Raise BrokenFile if a file is invalid."""
    files = sorted(path.glob("*.yaml")) if path.is_dir() else [path]
    if not files:
        raise BrokenFile(f"{path.name} holds no corrections.")
    # Read all files before the first record, so that a broken file leads to no partial import.
    contents = [(file.name, _content(file)) for file in files]
    lists, parties = Lists(), Parties()
    # Merge, withdraw and clean entities first, because other lists refer to them. Then read parties: if several records
    # of an entity have a name, the import uses the first one.
    yield from _records(contents, "merges", "slug", entries.merge)
    yield from _records(contents, "withdrawn", "source", entries.withdraw)
    yield from _records(contents, "removed", "source", entries.remove)
    yield from _records(contents, "slugs", "slug", entries.rename)
    yield from _records(contents, "parties", "party", parties.identities)
    yield from _records(contents, "births", "source", lists.births)
    yield from _records(contents, "wikidata_ids", "source", partial(lists.births, kind="wikidata_id"))
    yield from _records(contents, "parties", "party", parties.parties)
    # Read members before terms, because a term adds a membership unless ``members`` has one.
    memberships = list(_records(contents, "members", "holder", lists.members))
    for content in contents:
        yield from _records([content], "entities", "key", entries.entity)
        yield from _records([content], "relationships", "", entries.relationship)
        yield from _records([content], "terms", "office", lists.terms)
    yield from _records(contents, "compositions", "chamber", parties.compositions)
    yield from memberships
    yield from _records(contents, "names", "lang", lists.names)
    # Read ``election_facts`` first, because an import uses the first name and date that it reads for an election.
    for name in ("election_facts", "rounds", "winners", "runners_up"):
        yield from _records(contents, name, "source", partial(elections, name))


def _records(contents, name, field, read_entry):
    """Yield the records for all entries of the list ``name``. ``contents`` has a pair (name, content) for each YAML
    file. Messages identify an entry by its field ``field``. The function ``read_entry`` converts an entry to records.
    An invalid entry gives a `RejectedRecord`.

    A relationship must have a day on which it was confirmed. If an entry has no such day, the relationship gets the day
    AS_OF of the file or, without this, FIRST_DAY. But a candidacy never gets a day before the election, because the
    winner was not known then."""
    for file, content in contents:
        for entry in content[name]:
            line = f"{file}: {entries.title(entry, field)}"
            is_dated, day = name in DATED_LISTS, content[AS_OF]
            for record in entries.or_rejected(read_entry(entry, line, *([day] if is_dated else [])), line):
                has_day = is_dated or not isinstance(record, RelationshipRecord) or record.verified_at
                yield record if has_day else replace(record, verified_at=max(day or FIRST_DAY, _election_day(record)))


def _election_day(record):
    is_candidacy = record.type == RelationshipType.PARTICIPATED_IN_ELECTION
    return dates.first_day(record.start_date) if is_candidacy else date.min


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
