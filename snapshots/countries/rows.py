"""Read the rows of a snapshot with fixed SQL. Each function runs one query unless its docstring names another
number."""

from collections import namedtuple
from datetime import date, datetime
from typing import NamedTuple

from graph.documents import ShortEntity
from graph.models.display_order import number_of
from graph.models.freshness import stale_before
from graph.queries.entities import SQL as OF_ENTITIES
from graph.queries.entities import EntityRecord
from graph.queries.sql import fetch_all, moment_of, read_queries
from graph.relations import TYPE_RANKS, RelationshipType
from snapshots.countries.standing import Standing

END_OF_SHORT = 6
MOST_PARTIES = 100
"""The largest number of parties in a snapshot."""
SQL = read_queries(__file__, HAS_RESULTS=OF_ENTITIES.HAS_RESULTS, IDEOLOGY_NAME=OF_ENTITIES.IDEOLOGY_NAME)
TERMS = (SQL.CURRENT_TERMS, SQL.UNCERTAIN_TERMS, SQL.TERMS_WITHOUT_START)

ENTITY = "name kind slug country_code description"
STANDING = "is_current verified_at is_coarse"
# ``office_type`` is None for an office without details, and "" for an unknown type.
OfficeRow = namedtuple("OfficeRow", f"pk {ENTITY} office_type term_length {STANDING}")
InstitutionRow = namedtuple("InstitutionRow", f"pk {ENTITY} institution_type seats {STANDING}")
ElectionRow = namedtuple(
    "ElectionRow",
    f"pk {ENTITY} date date_first date_last election_kind status winner turnout result_margin rounds has_results "
    "verified_at",
)
# ``founded_year`` is None if it is later than the day of the snapshot: a party with seats on that day already existed.
PartyRow = namedtuple("PartyRow", f"pk {ENTITY} is_published founded_year ideology")
CompositionRow = namedtuple("CompositionRow", "start_date start_last verified_at total")
# ``party`` is a PartyRow, or None if the seats belong to no party of the graph.
ShareRow = namedtuple("ShareRow", "name seats vote_share party")


class TermRow(namedtuple("TermRow", f"politician {ENTITY} pk office {STANDING} start_last start_date end_date role")):
    """A politician's term in an office. The fields before ``pk`` describe the politician.

    - ``start_last`` is the last possible day of the start as an ISO text, or "" if unknown.
    - ``is_current`` is true if the term certainly includes the day of the snapshot.
    - ``is_coarse`` is true if the term may include this day, but not certainly: its start or end is only known as a
      month or a year that includes the day."""

    __slots__ = ()


class Selection(NamedTuple):
    """The country and the day of a snapshot. They are the parameters of all queries."""

    country: EntityRecord
    day: date

    def fetch(self, query: str, **parameters) -> list[tuple]:
        return fetch_all(query, self.parameters | parameters)

    def rows(self, row_class: type, query: str) -> list:
        return list(map(row_class._make, self.fetch(query)))

    @property
    def parameters(self) -> dict:
        rank = TYPE_RANKS[RelationshipType.HOLDS_OFFICE]
        return {
            "country": self.country.pk,
            "country_code": self.country.country_code,
            "day": self.day.isoformat(),
            "year": self.day.year,
            "fresh_since": stale_before(self.day).isoformat(),
            "first_term": number_of(rank, self.day),
            "last_term": number_of(rank, date.min),
        }


def short_entity(row) -> dict:
    """Return an entity as a JSON object in short form: name, type, slug, country code and description. ``row`` begins
    with the primary key of the entity and these five values."""
    return ShortEntity.from_values(row[1:END_OF_SHORT])


def counts(selection: Selection) -> tuple[dict[str, int], datetime]:
    """Count the published entities in the country of the selection. Return ({kind: number}, time when one of them last
    changed)."""
    rows = selection.fetch(SQL.COUNTS)
    return {kind: number for kind, number, _ in rows}, max(moment_of(newest) for _, _, newest in rows)


def terms(selection: Selection) -> list[TermRow]:
    """Return the terms of office in the country that include ``selection.day``, or may include it because their dates
    are uncertain. A term may be in the list twice. This needs three queries."""
    return [row for query in TERMS for row in selection.rows(TermRow, query)]


def operating_parties(selection: Selection) -> list[tuple[Standing, PartyRow]]:
    """Return a pair (`Standing`, `PartyRow`) for each party that operates, or may operate, in the country on
    ``selection.day``, sorted by name. A few parties have two pairs, because they operated there in two periods. The
    list has at most 120 pairs, enough for the first MOST_PARTIES parties.

    Sources rarely say that a party has ended. So a party is left out if its last seats are ten years older than the
    newest seats of any party in the country."""
    # A few parties have two relationships with the country: they operated there in two periods.
    found = selection.fetch(SQL.PARTIES, most=MOST_PARTIES + 20)
    return [(Standing.of(*row[:3]), PartyRow._make(row[3:])) for row in found]


def newest_compositions(selection: Selection) -> dict[int, tuple[CompositionRow, list[ShareRow]]]:
    """Map the primary key of each institution to (composition, seats of each party). The composition is the newest that
    began on or before ``selection.day``. If the start of a composition is unknown, its day of verification counts.
    Institutions without such a composition are left out."""
    found = {}
    for institution, *values in selection.fetch(SQL.SHARES):
        _, shares = found.setdefault(institution, (CompositionRow._make(values[:4]), []))
        name, seats, vote_share, *party = values[4:]
        # A composition without parties has one row, in which all columns of the share are NULL.
        if name is not None:
            shares.append(ShareRow(name, seats, vote_share, PartyRow._make(party) if party[0] else None))
    return found
