"""Import the House of Commons since 2010: general elections, by-elections, and the members with their terms.

``contests`` reads the files, ``parties`` names the parties, ``records`` builds the other import records.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from graph.importers import builders
from graph.importers.countries import Countries
from graph.importers.records import Record, SourceRecord
from graph.importers.uk import parties, records
from graph.importers.uk.contests import read_parliaments, terms

SOURCE = SourceRecord(
    slug="uk-psephology",
    name="UK Parliament: election results",
    url="https://github.com/ukparliament/psephology",
    licence="Open Parliament Licence",
    retrieved=date(2026, 8, 20),
    rank=90,
)
SEATS = 650


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield the import records of the chamber, its parties, the elections and the members; and the rejected rows."""
    parliaments = read_parliaments(path)
    members = records.members_from([term for parliament in parliaments for term in terms(parliament)])
    names = {member.id: member.name for member in members}
    with_seats = parties.first_victories(term for member in members for term in member.terms)
    yield from builders.lower_chamber(
        records.COMMONS,
        records.MEMBER,
        parties.COUNTRY,
        name="House of Commons",
        country_name="the United Kingdom",
        seats=SEATS,
    )
    yield from parties.records(with_seats)
    for parliament in parliaments:
        yield from parliament.rejected
        yield from records.elections(parliament, names)
        yield from records.compositions(parliament, with_seats)
    for member in members:
        yield from records.member_records(member)
