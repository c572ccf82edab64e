"""Build the records of parties with their names, their years, and their identifiers in other registers."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path

from graph.importers import builders
from graph.importers.partyfacts.core import CoreParty, number, read_parlgov_ids, year, years_in
from graph.importers.partyfacts.naming import Naming, read_aliases
from graph.importers.records import SOURCES, Record
from graph.importers.tables import read_table

WIKIDATA = ("partyfacts_id", "wikidata_id")
# Maps tables to columns with years in which a party existed: years of elections, or of surveys among experts.
SIGHTINGS = {
    "vparty.csv.gz": ("year_first", "year_last", "share_year"),
    "euned.csv.gz": ("election_years",),
    "ches.csv.gz": ("year_last",),
}
# ``year_last`` is the year of a party's end or of its last election. After 2005, the party may still exist.
SEEN_LAST_LONG_AGO = 2005
# Positions are divided by this number. The most extreme of the 3,192 parties are at −2.28 and 2.30.
FARTHEST_POSITION = 2.3
YEAR_OF_POSITIONS = SOURCES["partyfacts"].retrieved.year


def records(path: Path, core: Mapping[str, CoreParty], positions: Mapping[str, float]) -> Iterator[Record]:
    """Yield the records of each party and of its relationship with its country. ``core`` and ``positions`` have Party
    Facts IDs as keys. Positions are from about −2.3 (left) to 2.3 (right)."""
    sightings, aliases, naming = defaultdict(set), read_aliases(path), Naming(core)
    for file, columns in SIGHTINGS.items():
        for row in read_table(path / file, ("partyfacts_id", *columns)):
            sightings[row["partyfacts_id"]] |= years_in(*(row[column] for column in columns))
    wikidata = {row["partyfacts_id"]: row["wikidata_id"] for row in read_table(path / "wikidata.csv.gz", WIKIDATA)}
    registers = {"parlgov-party": read_parlgov_ids(path), "wikidata": wikidata}
    years_of = {id: _years(party, sightings.get(id, set())) for id, party in core.items()}

    def rank(party):
        # If parties have one name, the first gets the shortest slug: existing parties first, then that with more votes.
        return bool(years_of[party.id]["end"]), -(number(party.row["share"]) or 0), int(party.id)

    for party in sorted(core.values(), key=rank):
        linked = {scheme: values.get(party.id, "") for scheme, values in registers.items()}
        name, years = naming.display_name(party), years_of[party.id]
        details = years["details"] | _position(positions.get(party.id), years["end"])
        more = {"other_names": naming.other_names(party, aliases.get(party.id, ())), "line": party.row.line}
        more["identifiers"] = {"partyfacts": party.id, **linked, "wikipedia": party.title}
        yield from builders.party(party.key, name, party.country.code, **years | {"details": details}, **more)


def _years(party: CoreParty, sightings: set[int]) -> dict:
    """Return arguments of `builders.party`, such as {"start": "1990", "end": "", "verified_at": date(2020, 12, 31),
    "details": {"founded_year": 1990}}. ``verified_at`` is the last day on which the party is known to have existed, or
    None. ``sightings`` are the years in which a source mentions the party."""
    first, last = year(party.row["year_first"]), year(party.row["year_last"])
    # If the first year is the year of an election, the party may be older.
    elections = sightings | years_in(party.row["share_year"], party.row["year_last"])
    founded = party.founded or (None if first in elections else first)
    end, seen = _end(last, party.dissolved, sightings)
    start = founded or first
    if end and start and start > end:
        founded, start = None, first if first and first <= end else None
    details = {"founded_year": founded}
    return {"start": str(start or ""), "end": str(end or ""), "verified_at": seen, "details": details}


def _position(position, end):
    """Return a dictionary with ``left_right``, from −1 (left) to 1 (right), and ``position_year``. This year is that of
    the source or, if the party has ended, its last year (``end``). Return {} if ``position`` is None."""
    if position is None:
        return {}
    left_right = max(-1, min(1, position / FARTHEST_POSITION))
    return {"left_right": left_right, "position_year": min(int(end or YEAR_OF_POSITIONS), YEAR_OF_POSITIONS)}


def _end(last, dissolved, sightings):
    """Return (year in which the party ended, last day on which it is known to have existed). One of them, or both, is
    None. A party has ended if it was dissolved, or if no source has mentioned it for a long time. ``last`` is its last
    year in Party Facts. ``sightings`` are the years in which any source mentions it."""
    if dissolved:
        return max(dissolved, last or dissolved), None
    if last is None:
        return None, None
    latest = max(sightings | {last})
    if last <= SEEN_LAST_LONG_AGO and latest <= last + 1:
        return last, None
    return None, date(latest, 12, 31)
