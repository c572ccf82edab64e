"""Build the import records of the parties: their names, their years, and their numbers in other registers."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from graph.importers import builders
from graph.importers.partyfacts.core import (
    Article,
    CoreParty,
    number,
    read_articles,
    read_parlgov_ids,
    year,
    years_in,
)
from graph.importers.partyfacts.naming import Naming, read_aliases
from graph.importers.records import Record
from graph.importers.tables import read_table

# The tables that saw a party in some years: its elections, and the years of surveys among experts.
SIGHTINGS = {
    "vparty.csv.gz": ("year_first", "year_last", "share_year"),
    "euned.csv.gz": ("election_years",),
    "ches.csv.gz": ("year_last",),
}
# The core list has a last year only for a party that has ended. When the end is not known, it is the year of the last
# election with the party. A party seen last before this year has ended, a later one may still exist.
SEEN_LAST_LONG_AGO = 2005


@dataclass(frozen=True, slots=True)
class Years:
    """When a party began and ended. ``founded`` is None if unknown; ``start`` and ``end`` are years, empty if unknown.

    ``seen`` is the last day for which a source has a party that may still exist, otherwise None.
    """

    founded: int | None
    start: str
    end: str
    seen: date | None


def records(path: Path, core: Mapping[str, CoreParty]) -> Iterator[Record]:
    """Yield each party and its relationship with its country: existing before ended parties, then by votes."""
    articles, sightings, aliases = read_articles(path, core), read_sightings(path), read_aliases(path)
    registers = {"parlgov-party": read_parlgov_ids(path), "wikidata": _read_wikidata(path)}
    naming = Naming(core, articles)
    years_of = {id: _years(party, articles[id], sightings.get(id, set())) for id, party in core.items()}
    for party in sorted(core.values(), key=lambda party: _rank(party, years_of[party.id])):
        years = years_of[party.id]
        yield from builders.party(
            party.key,
            naming.display_name(party),
            party.country.code,
            start=years.start,
            end=years.end,
            verified_at=years.seen,
            details={"founded_year": years.founded} if years.founded else {},
            other_names=naming.other_names(party, aliases.get(party.id, ())),
            identifiers=_identifiers(party, articles[party.id], registers),
            evidence=_evidence(party),
            line=party.row.line,
        )


def read_sightings(path: Path) -> dict[str, set[int]]:
    """Return the years in which the tables of ``SIGHTINGS`` mention each party, by Party Facts number."""
    sightings = defaultdict(set)
    for file, columns in SIGHTINGS.items():
        for row in read_table(path / file, ("partyfacts_id", *columns)):
            sightings[row["partyfacts_id"]] |= years_in(*(row[column] for column in columns))
    return sightings


def _rank(party, years):
    # The first party gets the slug: one that still exists, then the one with more votes.
    return (bool(years.end), -(number(party.row["share"]) or 0), int(party.id))


def _identifiers(party, article, registers):
    linked = {scheme: values[party.id] for scheme, values in registers.items() if party.id in values}
    return {"partyfacts": party.id, **linked} | ({"wikipedia": article.title} if article.title else {})


def _evidence(party):
    """Return what helps matching: first and last year, the largest vote share and its year, the abbreviation."""
    row = party.row
    years = {column: year(row[column]) for column in ("year_first", "year_last", "share_year")}
    found = {**years, "share": number(row["share"]), "short_name": row["name_short"]}
    return {name: value for name, value in found.items() if value}


def _read_wikidata(path):
    rows = read_table(path / "wikidata.csv.gz", ("partyfacts_id", "wikidata_id"))
    return {row["partyfacts_id"]: row["wikidata_id"] for row in rows if row["wikidata_id"]}


def _years(party: CoreParty, article: Article, sightings: set[int]) -> Years:
    """Return the years from the core list, the article and the sightings. A start after the end is left out."""
    first, last = year(party.row["year_first"]), year(party.row["year_last"])
    founded = article.founded or _founded(party, first, sightings)
    end, seen = _end(last, article.dissolved, sightings)
    start = founded or first
    if end and start and start > end:
        founded, start = None, first if first and first <= end else None
    return Years(founded, str(start or ""), str(end or ""), seen)


def _founded(party, first, sightings):
    """Return the core list's first year, or None if it is only the year of an election or a survey."""
    elections = sightings | years_in(party.row["share_year"], party.row["year_last"])
    return None if first in elections else first


def _end(last, dissolved, sightings):
    """Return the year in which a party ended, and the last day on which a data set lists it.

    The day is None if the end is known, otherwise the year is None. Both are None if nothing is known.
    """
    if dissolved:
        return max(dissolved, last or dissolved), None
    if last is None:
        return None, None
    latest = max(sightings | {last})
    if last <= SEEN_LAST_LONG_AGO and latest <= last + 1:
        return last, None
    return None, date(latest, 12, 31)
