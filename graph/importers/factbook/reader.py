"""The file of the Factbook, and the records of all its pages."""

import gzip
import json
import zlib
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from graph.importers.crosswalk import Countries
from graph.importers.factbook import cabinets, chambers, compositions, courts, legislative_elections, memberships
from graph.importers.factbook.countries import record as country_record
from graph.importers.factbook.elections import PresidentialElections, unused
from graph.importers.factbook.leaders import Leaders
from graph.importers.factbook.page import FILE_NAME, Page, UnreadablePage, part
from graph.importers.factbook.parties import Parties
from graph.importers.factbook.persons import Persons
from graph.importers.records import BrokenFile, Record, RejectedRecord, SourceRecord

SOURCE = SourceRecord(
    slug="cia-world-factbook",
    name="CIA World Factbook",
    url="https://github.com/factbook/factbook.json",
    licence="CC0-1.0",
    retrieved=date(2026, 1, 22),
    rank=60,
)
GEC = "gec"
"""The scheme of the Factbook's codes of countries."""


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """The records of every country of the graph; Palestine's page is the sum of the West Bank and Gaza."""
    pages = _load(path / FILE_NAME)
    for country in countries:
        gec = country.codes.get(GEC, ())
        line = f"{FILE_NAME}#{'+'.join(gec)}"
        try:
            yield from _country_records(country, [pages[key] for key in gec if key in pages], "+".join(gec), line)
        except UnreadablePage as error:
            yield RejectedRecord(reason=f"{country.name}'s page cannot be read: {error}", line=line)


def _country_records(country, pages, gec, line):
    """All or none of a country's records; a country of several pages has no government of its own in them."""
    if not pages:
        return [RejectedRecord(reason=f"{country.name} has no page", line=line)]
    government = part(pages[0], "Government") if len(pages) == 1 else {}
    populations = [part(page, "People and Society", "Population", "total", "text") for page in pages]
    return list(page_records(Page(country, gec, government), populations))


def page_records(page: Page, populations: list[str]) -> Iterator[Record]:
    """The records of one page, those that others refer to first."""
    yield country_record(page, populations)
    yield from _institutions(page)
    parties = Parties(page)
    yield from parties.records()
    persons = Persons(page.code)
    leaders = Leaders(page, persons)
    elections = PresidentialElections(page, persons, leaders.elected_office())
    yield from (person.record() for person in persons)
    yield from leaders.records(cabinets.key(page))
    yield from memberships.records(page, leaders.holdings, parties)
    yield from elections.records()
    yield from unused(page, elections)
    yield from legislative_elections.records(page, chambers.chambers(page), parties)
    yield from compositions.records(chambers.chambers(page), parties)


def _institutions(page):
    for chamber in chambers.chambers(page):
        yield from chambers.records(chamber)
    yield from cabinets.records(page)
    yield from courts.records(page)


def _load(file):
    try:
        with gzip.open(file, "rt", encoding="utf-8") as text:
            pages = json.load(text)
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BrokenFile(f"{file.name} cannot be read: {error}") from error
    if not isinstance(pages, dict) or not all(isinstance(page, dict) for page in pages.values()):
        raise BrokenFile(f"{file.name} holds no pages by code")
    return pages
