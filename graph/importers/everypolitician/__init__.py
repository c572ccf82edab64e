"""EveryPolitician: the members of the world's national legislatures, as they were known in November 2015."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from graph.importers.crosswalk import Countries
from graph.importers.everypolitician import chambers, fallback, members, popolo
from graph.importers.everypolitician.house import House
from graph.importers.everypolitician.index import Legislature, read_index
from graph.importers.everypolitician.parties import Parties
from graph.importers.records import Record, SourceRecord

SOURCE = SourceRecord(
    slug="everypolitician",
    name="EveryPolitician",
    url="https://github.com/everypolitician/everypolitician-data",
    licence="none stated",
    retrieved=date(2015, 11, 30),
    rank=40,
)


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Records of every chamber in the folder whose country the graph has; the others are passed over."""
    of_country = defaultdict(list)
    for legislature in read_index(path, countries):
        of_country[legislature.country.code].append(legislature)
    for legislatures in of_country.values():
        yield from _country(path, legislatures)


def _country(path: Path, legislatures: list[Legislature]) -> Iterator[Record]:
    # Parties come last: both chambers of a country have a say in how a party is called.
    parties = Parties(legislatures[0])
    for legislature in legislatures:
        yield from _chamber(legislature, _house(path, legislature), parties)
    yield from parties.records()


def _house(path: Path, legislature: Legislature) -> House:
    reader = fallback if legislature.is_fallback else popolo
    return reader.read_house(path, legislature.file)


def _chamber(legislature: Legislature, house: House, parties: Parties) -> Iterable[Record]:
    yield from chambers.records(legislature, house)
    yield from house.rejected
    yield from members.records(legislature, house, parties)
