"""Link parties with the pages of their ideologies, and list the parties of an ideology that have seats."""

from datetime import date
from typing import NamedTuple

from graph.kinds import Kind
from graph.models import Entity
from graph.queries.entities import EntityRecord
from graph.queries.neighbours import LONGEST_TERM
from graph.queries.sql import fetch_all, read_queries
from snapshots.countries.parties import CHAMBERS
from snapshots.countries.rows import SQL as OF_COUNTRIES

MOST_SEATED = 40
SQL = read_queries(
    __file__,
    NEWEST_COMPOSITION=OF_COUNTRIES.NEWEST_COMPOSITION,
    CHAMBERS=", ".join(f"'{institution_type}'" for institution_type in CHAMBERS),
)


class SeatedParty(NamedTuple):
    """A party with an ideology, and its seats in a chamber: it has ``seats`` of the ``total`` seats in the newest
    composition (seats by party) of the chamber. ``chamber_slug`` is the slug of the chamber. ``country`` is the name of
    the country."""

    slug: str
    name: str
    country: str
    chamber_slug: str
    seats: int
    total: int

    @property
    def percent(self) -> float:
        return 100 * self.seats / self.total


def with_ideologies(parties: list[dict]) -> list[dict]:
    """Return the parties of a snapshot with one more key: ``ideology_slug``. It is None if the ideology of the party is
    unknown or not published."""
    names = {row["ideology"] for row in parties} - {None}
    ideologies = Entity.objects.published().of_kind(Kind.IDEOLOGY).filter(name__in=names)
    slugs = dict(ideologies.values_list("name", "slug"))
    return [row | {"ideology_slug": slugs.get(row["ideology"])} for row in parties]


def seated_parties(ideology: EntityRecord, day: date, countries: dict[str, str]) -> list[SeatedParty]:
    """Return at most 40 parties of an ideology that have seats in the lower or only chamber of their country on
    ``day``. Parties with the largest share of the seats come first. Seats that are over six years old are ignored.
    ``countries`` maps country codes to names."""
    days = {"day": day.isoformat(), "since": (day - LONGEST_TERM).isoformat()}
    rows = map(SeatedParty._make, fetch_all(SQL.SEATED, {"pk": ideology.pk, "limit": MOST_SEATED, **days}))
    return [row._replace(country=countries.get(row.country, "")) for row in rows]
