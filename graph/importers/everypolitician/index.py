"""The index of the source: its countries, their chambers and the terms of each chamber."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from graph.importers.crosswalk import Countries, Country
from graph.importers.everypolitician.files import read_json
from graph.importers.records import BrokenFile
from graph.text import dates

EVERYPOLITICIAN = "everypolitician-country"
# The term still ran; the source took the day of its last visit for the end.
STILL_RUNNING = frozenset({("Bulgaria", "term/43")})
LONGEST_OVERLAP = timedelta(days=31)
DOUBLED_HYPHENS = re.compile("-{2,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A legislative period; an empty end is open or unknown."""

    id: str
    start: str
    end: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Legislature:
    """A chamber of the index: where its members are, and what the index says of it."""

    country: Country
    country_slug: str
    slug: str
    name: str
    file: str
    seats: int
    wikidata: str
    terms: dict[str, Term]
    is_only_chamber: bool

    @property
    def key(self) -> str:
        """The key of the chamber's record."""
        return f"everypolitician:legislature:{self.country_slug}/{self.slug}"

    @property
    def office_key(self) -> str:
        """The key of the record of the members' office."""
        return f"everypolitician:office:{self.country_slug}/{self.slug}"

    @property
    def is_fallback(self) -> bool:
        """Whether the members are in comma-separated files instead of a Popolo file."""
        return self.file.startswith("fallback/")


def read_index(path: Path, countries: Countries) -> Iterator[Legislature]:
    """The chambers of the countries that the graph has, in the order of the index."""
    index = read_json(path / "countries.json")
    try:
        yield from _legislatures(index, countries)
    except (KeyError, TypeError, AttributeError) as error:
        raise BrokenFile(f"countries.json has an unknown shape: {error!r}") from error


def _legislatures(index, countries):
    # Some chambers bear the Wikidata identifier of another country's: one that stands twice tells nothing.
    uses = Counter(chamber["wikidata"] for entry in index for chamber in entry["legislatures"])
    for entry in index:
        country = countries.get(entry["code"].lower()) or countries.by(EVERYPOLITICIAN, entry["slug"])
        for chamber in entry["legislatures"] if country else ():
            yield _legislature(country, entry, chamber, uses)


def _legislature(country, entry, chamber, uses):
    return Legislature(
        country=country,
        country_slug=entry["slug"],
        slug=chamber["slug"],
        name=chamber["name"],
        file=chamber["file"],
        seats=chamber["seats"] or 0,
        wikidata=chamber["wikidata"] if uses[chamber["wikidata"]] == 1 else "",
        terms=_terms(entry["slug"], chamber["legislative_periods"]),
        is_only_chamber=len(entry["legislatures"]) == 1,
    )


def _terms(country_slug, periods):
    starts = sorted(_date(period["start_date"]) for period in periods)
    return {period["id"]: _term(country_slug, period, starts) for period in periods}


def _term(country_slug, period, starts):
    start, end = _date(period["start_date"]), _date(period.get("end_date"))
    following = next((later for later in starts if later > start), "")
    if (country_slug, period["id"]) in STILL_RUNNING:
        end = ""
    elif end and following and not _is_plausible(start, end, following):
        end = following
    return Term(id=period["id"], start=start, end=end)


def _is_plausible(start, end, following):
    """Some ends are copied from another term; but a mandate may run some days beside the next."""
    latest = dates.first_day(following) + LONGEST_OVERLAP
    return dates.first_day(start) <= dates.last_day(end) and dates.first_day(end) <= latest


def _date(text):
    try:
        return dates.parse(DOUBLED_HYPHENS.sub("-", text or ""))
    except dates.NotAPartialDate as error:
        raise BrokenFile(f"countries.json has a term with a wrong date: {error}") from error
