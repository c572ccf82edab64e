"""Import ParlGov: parties and elections of 37 democracies since 1900.

The tables are ``.csv.gz``. A number identifies a row inside one table only. ``parties`` and ``elections`` read the
tables and build the import records.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from graph.importers.countries import Countries
from graph.importers.parlgov import elections, parties
from graph.importers.partyfacts.core import read_articles, read_core, read_parlgov_ids
from graph.importers.partyfacts.naming import Naming
from graph.importers.records import Record, SourceRecord
from graph.importers.tables import read_table

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
    """Yield the import records of the parties and the elections, and the rejected rows.

    ParlGov's English names are short translations (``The Consolidation`` is Likud). So a party that the source Party
    Facts has, too, gets its display name from there.
    """
    rows = read_table(path / "02__datacore__Country.csv.gz", ("id", "code_iso2"))
    found = {row["id"]: countries.get(row["code_iso2"].lower()) for row in rows}
    country_of = {number: country for number, country in found.items() if country}
    party_facts = path.parent / PARTY_FACTS
    core, _ = read_core(path.parent / POSITIONS, countries)
    naming = Naming(core, read_articles(party_facts, core))
    linked = {number: core[id] for id, number in read_parlgov_ids(party_facts).items() if id in core}
    known, no_parties = parties.read_parties(path, country_of, linked, naming)
    held, rejected = elections.read_elections(path, country_of)
    results = elections.read_results(path)
    # All files are read before the first record, so that a broken last file does not leave half an import.
    party_records = list(parties.records(known, elections.last_elections(held, results)))
    yield from rejected
    yield from party_records
    yield from elections.records(held, results, known, no_parties)
