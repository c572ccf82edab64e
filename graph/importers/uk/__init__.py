"""The House of Commons since 2010: general elections, by-elections, who won each seat and how long they held it."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from graph.importers.countries import Countries
from graph.importers.records import Record, SourceRecord
from graph.importers.uk import chamber, compositions, elections, members, parties
from graph.importers.uk.contests import read_house
from graph.importers.uk.parliaments import read_parliaments
from graph.importers.uk.terms import terms

SOURCE = SourceRecord(
    slug="uk-psephology",
    name="UK Parliament: election results",
    url="https://github.com/ukparliament/psephology",
    licence="Open Parliament Licence",
    retrieved=date(2026, 8, 20),
    rank=90,
)


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Records of the chamber, the parties in it, the elections and everyone elected."""
    houses = [read_house(path, parliament) for parliament in read_parliaments(path)]
    people = members.of([term for house in houses for term in terms(house)])
    names = {member.id: member.name for member in people}
    known = parties.elected(people)
    yield from chamber.records()
    yield from parties.records(people)
    for house in houses:
        yield from house.rejected
        yield from elections.records(house, names)
        yield from compositions.records(house, known)
    for member in people:
        yield from members.records(member)
