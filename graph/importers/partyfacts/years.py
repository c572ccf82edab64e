"""When a party was founded, and until when it is known to have existed."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from graph.importers.partyfacts.core import CoreParty
from graph.importers.partyfacts.tables import read_table, year, years_in
from graph.importers.partyfacts.wikipedia import Article

# The source gives a party's last year only when it exists no more, but where its end is unknown that is the last
# election it was seen in. Seen last long ago it has ended; seen last in newer days it may well be there still.
SEEN_LAST_LONG_AGO = 2005


@dataclass(frozen=True, slots=True)
class Years:
    """``founded`` is None when unknown; ``end`` is a year or empty; ``seen`` is the day an open end was last true."""

    founded: int | None
    start: str
    end: str
    seen: date | None


def read_sightings(path: Path) -> dict[str, set[int]]:
    """Years of elections and of expert surveys in which the other tables of the source saw each party."""
    sightings = defaultdict(set)
    for row in read_table(path / "vparty.csv.gz", ("partyfacts_id", "year_first", "year_last", "share_year")):
        sightings[row["partyfacts_id"]] |= years_in(row["year_first"], row["year_last"], row["share_year"])
    for row in read_table(path / "euned.csv.gz", ("partyfacts_id", "election_years")):
        sightings[row["partyfacts_id"]] |= years_in(row["election_years"])
    for row in read_table(path / "ches.csv.gz", ("partyfacts_id", "year_last")):
        sightings[row["partyfacts_id"]] |= years_in(row["year_last"])
    return sightings


def years_of(party: CoreParty, article: Article, sightings: set[int]) -> Years:
    """What the core list, the party's article and the sightings say together."""
    first, last = year(party.row["year_first"]), year(party.row["year_last"])
    founded = article.founded or _founded(party, first, sightings)
    end, seen = _end(last, article.dissolved, sightings)
    start = founded or first
    if end and start and start > end:
        founded, start = None, first if first and first <= end else None
    return Years(founded, str(start or ""), str(end or ""), seen)


def _founded(party, first, sightings):
    """The first year is the founding year, or else an election in which the party was seen."""
    elections = sightings | years_in(party.row["share_year"], party.row["year_last"])
    return None if first in elections else first


def _end(last, dissolved, sightings):
    if last is None and dissolved is None:
        return None, None
    if dissolved:
        return max(dissolved, last or dissolved), None
    latest = max(sightings | {last})
    if last <= SEEN_LAST_LONG_AGO and latest <= last + 1:
        return last, None
    return None, date(latest, 12, 31)
