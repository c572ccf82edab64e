"""Import ParlGov, a data set of the parties and elections of 37 democracies since 1900."""

from collections.abc import Iterator
from pathlib import Path

from graph.importers.countries import Countries
from graph.importers.parlgov import elections, parties
from graph.importers.partyfacts.core import read_core, read_parlgov_ids
from graph.importers.partyfacts.naming import Naming
from graph.importers.records import SOURCES, Record
from graph.importers.tables import read_table

SOURCE = SOURCES["parlgov"]


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield the records of parties and elections from the folder ``path``. Parties that are also in the data set Party
    Facts (in ``partyfacts`` next to ``path``) get its display name. Raise BrokenFile if a file cannot be read."""
    rows = read_table(path / "02__datacore__Country.csv.gz", ("id", "code_iso2"))
    found = {row["id"]: countries.get(row["code_iso2"].lower()) for row in rows}
    country_of = {number: country for number, country in found.items() if country}
    party_facts = path.parent / "partyfacts"
    core, _ = read_core(party_facts, countries)
    linked = {number: core[id] for id, number in read_parlgov_ids(party_facts).items() if id in core}
    known, no_parties = parties.read_parties(path, country_of, linked, Naming(core))
    held, rejected = elections.read_elections(path, country_of)
    # Read all files before the first record, so that a broken file leads to no partial import.
    party_records = list(parties.records(known, elections.last_elections(held)))
    yield from rejected
    yield from party_records
    yield from elections.records(held, known, no_parties)
