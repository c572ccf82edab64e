"""ParlGov: parties and elections of 37 democracies since 1900."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from graph.importers.countries import Countries
from graph.importers.parlgov import elections, parties
from graph.importers.parlgov.lists import read_results
from graph.importers.partyfacts.linked_names import LinkedNames
from graph.importers.records import Record, SourceRecord

SOURCE = SourceRecord(
    slug="parlgov",
    name="ParlGov",
    url="https://github.com/hdigital/parlgov-web",
    licence="CC0-1.0",
    retrieved=date(2023, 6, 30),
    rank=70,
)
PARTY_FACTS = "partyfacts"
POSITIONS = "partypositions-wikitags"


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Records of the parties and the elections. Parties are called as Party Facts calls them where it has them.

    ParlGov's own English names are short translations (``The Consolidation`` is Likud); they stay other names.
    """
    names = LinkedNames(path.parent / PARTY_FACTS, path.parent / POSITIONS, countries)
    known = parties.read_parties(path, countries, names)
    held, rejected = elections.read_elections(path, countries)
    results, rest = read_results(path), parties.read_rest(path)
    # All files are read before the first record: a broken last one must not leave half an import behind.
    of_parties = list(parties.records(known, elections.last_elections(held, results)))
    yield from rejected
    yield from of_parties
    yield from elections.records(held, results, known, rest)
