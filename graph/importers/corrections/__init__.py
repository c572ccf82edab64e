"""Additions and corrections made by hand: readable files, every entry with its own source."""

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
"""The day on which what a file says of terms and members was last true, so that nobody takes an open end for news."""


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """The records of one file, or of every ``.yaml`` file in a folder; keys hold across its files.

    An entry without a source is refused.
    """
    files = sorted(path.glob("*.yaml")) if path.is_dir() else [path]
    if not files:
        raise BrokenFile(f"{path.name} holds no corrections.")
    # All files first: one that is broken must not leave half of the folder told.
    contents = [(file.name, _content(file)) for file in files]
    known = Known()
    terms, members = Terms(known), Members(known)
    # Members before terms, which leave alone the memberships that a line of its own tells.
    told = [
        record
        for name, content in contents
        for entry in content["members"]
        for record in members.records(entry, content[AS_OF], name)
    ]
    for name, content in contents:
        yield from (entity(entry, f"{name}: {number}") for number, entry in enumerate(content["entities"], 1))
        yield from (relationship(entry, f"{name}: {entry}") for entry in content["relationships"])
        for group in content["terms"]:
            yield from terms.records(group, content[AS_OF], name)
    yield from told
    names = Names(known, terms.holders)
    yield from (
        record for name, content in contents for group in content["names"] for record in names.records(group, name)
    )


def _content(file):
    try:
        content = yaml.safe_load(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BrokenFile(f"{file.name} cannot be read: {error}") from error
    if not isinstance(content, dict) or not content or not {*LISTS, AS_OF}.issuperset(content):
        raise BrokenFile(f"{file.name} holds something else than {', '.join(LISTS)}.")
    if not all(isinstance(content.get(name, []), list) for name in LISTS):
        raise BrokenFile(f"{file.name} holds entries that are no list.")
    if not content.keys().isdisjoint(DATED_LISTS) and not isinstance(content.get(AS_OF), date):
        raise BrokenFile(f"{file.name} does not say as of which day its terms or members stand.")
    return {name: content.get(name, []) for name in LISTS} | {AS_OF: content.get(AS_OF)}
