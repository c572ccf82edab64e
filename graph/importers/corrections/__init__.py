"""Import additions and corrections made by hand, from YAML files that name their sources."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import yaml

from graph.importers.corrections.entries import entity, relationship
from graph.importers.corrections.known import Known
from graph.importers.corrections.members import Members
from graph.importers.corrections.names import Names
from graph.importers.corrections.terms import Terms
from graph.importers.countries import Countries
from graph.importers.records import BrokenFile, Record, SourceRecord

SOURCE = SourceRecord(
    slug="corrections",
    name="Additions and corrections of the Political Knowledge Graph",
    url="",
    licence="CC0-1.0",
    retrieved=date(2026, 1, 22),
    rank=95,
)
LISTS = ("entities", "relationships", "terms", "members", "names")
DATED_LISTS = ("terms", "members")
AS_OF = "as_of"
"""The field with the day on which a file's terms and members were true. Those without an end date were open then."""


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield the records of one YAML file, or of every ``.yaml`` file in a folder. The files share their record keys.

    An entry without a source is rejected, unless it is a relationship. Raise BrokenFile for no file or an invalid one.
    """
    files = sorted(path.glob("*.yaml")) if path.is_dir() else [path]
    if not files:
        raise BrokenFile(f"{path.name} holds no corrections.")
    # All files are read first, so that a broken file stops the import before the first record.
    contents = [(file.name, _content(file)) for file in files]
    known = Known()
    terms, members = Terms(known), Members(known)
    # Members are read before terms: a term adds no membership that has an entry in ``members``.
    memberships = [
        record
        for file, content in contents
        for entry in content["members"]
        for record in members.records(entry, content[AS_OF], file)
    ]
    for file, content in contents:
        yield from (entity(entry, f"{file}: {number}") for number, entry in enumerate(content["entities"], 1))
        yield from (relationship(entry, f"{file}: {entry}") for entry in content["relationships"])
        for group in content["terms"]:
            yield from terms.records(group, content[AS_OF], file)
    yield from memberships
    names = Names(known, terms.holders)
    for file, content in contents:
        for group in content["names"]:
            yield from names.records(group, file)


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
