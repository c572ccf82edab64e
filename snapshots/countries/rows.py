"""Read the rows of a snapshot with fixed SQL, by one query each unless a function says otherwise."""

from datetime import date, datetime, timedelta
from typing import NamedTuple

from graph.documents import ShortEntity
from graph.models.display_order import number_of
from graph.models.freshness import stale_before, stale_from
from graph.queries.entities import EntityRecord
from graph.queries.sql import fetch_all, moment_of
from graph.relations import TYPE_RANKS, RelationshipType
from snapshots.countries import sql

END_OF_SHORT = 6
LONGEST_YEAR = timedelta(days=366)


class OfficeRow(NamedTuple):
    """``office_type`` is None if the office has no details, and empty if its type is unknown."""

    pk: int
    name: str
    kind: str
    slug: str
    country_code: str | None
    description: str
    office_type: str | None
    term_length: int | None


class InstitutionRow(NamedTuple):
    pk: int
    name: str
    kind: str
    slug: str
    country_code: str | None
    description: str
    institution_type: str | None
    seats: int | None


class ElectionRow(NamedTuple):
    """``election_kind`` says what is elected."""

    pk: int
    name: str
    kind: str
    slug: str
    country_code: str | None
    description: str
    date: str
    date_first: date
    date_last: date
    election_kind: str
    status: str
    winner: str | None
    turnout: float | None
    result_margin: float | None


class TermRow(NamedTuple):
    """Fields before ``pk`` describe the politician. ``start_last`` is an ISO text, empty if unknown."""

    politician: int
    name: str
    kind: str
    slug: str
    country_code: str | None
    description: str
    pk: int
    office: int
    is_current: bool | None
    start_last: str
    start_date: str
    end_date: str | None
    role: str | None


class PartyRow(NamedTuple):
    """``last_seated`` is the day, as an ISO text, when the newest composition with the party began."""

    pk: int
    name: str
    kind: str
    slug: str
    country_code: str | None
    description: str
    is_published: bool
    founded_year: int | None
    ideology: str | None
    last_seated: str | None


class CompositionRow(NamedTuple):
    start_date: str
    start_last: date | None
    verified_at: date
    total: int


class ShareRow(NamedTuple):
    """``party`` is None if the seats belong to no party of the graph."""

    name: str
    seats: int
    vote_share: float | None
    party: PartyRow | None


class Selection(NamedTuple):
    """The country and the day of a snapshot, which are the parameters of all queries."""

    country: EntityRecord
    day: date

    def fetch(self, query: str) -> list[tuple]:
        return fetch_all(query, self.parameters)

    @property
    def parameters(self) -> dict:
        rank = TYPE_RANKS[RelationshipType.HOLDS_OFFICE]
        return {
            "country": self.country.pk,
            "country_code": self.country.country_code,
            "day": self.day.isoformat(),
            "fresh_since": stale_before(self.day).isoformat(),
            "stale_from": stale_from(self.day).isoformat(),
            "year_before": (self.day - LONGEST_YEAR).isoformat(),
            "first_term": number_of(rank, self.day),
            "last_term": number_of(rank, date.min),
        }


def short_entity(row) -> dict:
    """Return the short form of an entity. The row must begin with the columns of `SHORT`."""
    return ShortEntity.from_values(row[1:END_OF_SHORT])


def counts(selection: Selection) -> tuple[dict[str, int], datetime]:
    """Return the number of published entities by kind, and the time when one of them last changed."""
    rows = selection.fetch(sql.COUNTS)
    return {kind: number for kind, number, _ in rows}, max(moment_of(newest) for _, _, newest in rows)


def offices(selection: Selection) -> list[OfficeRow]:
    return [OfficeRow._make(row) for row in selection.fetch(sql.OFFICES)]


def institutions(selection: Selection) -> list[InstitutionRow]:
    return [InstitutionRow._make(row) for row in selection.fetch(sql.INSTITUTIONS)]


def elections(selection: Selection) -> list[ElectionRow]:
    return [ElectionRow._make(row) for row in selection.fetch(sql.ELECTIONS)]


def has_dated_term(selection: Selection) -> bool:
    """Return True if a term in an office of the country is known to have begun by the day."""
    return bool(selection.fetch(sql.DATED_TERM))


def terms(selection: Selection) -> list[TermRow]:
    """Return the terms that may include the day, by three queries. A term may be repeated."""
    return [TermRow._make(row) for terms_sql in sql.TERMS for row in selection.fetch(terms_sql)]


def parties_of_leaders(selection: Selection) -> dict[int, tuple]:
    """Map people in offices outside the legislature to the short form of the party that they joined last."""
    return {politician: party for politician, *party in selection.fetch(sql.PARTIES_OF_LEADERS)}


def links(selection: Selection) -> list[tuple[str, int, int, date | None]]:
    """Return (type, subject, object, verified_at) of relationships of offices and institutions."""
    return selection.fetch(sql.LINKS)


def newest_compositions(selection: Selection) -> dict[int, tuple[CompositionRow, list[ShareRow]]]:
    """Map institutions to their newest composition that began by the day, with its shares."""
    found = {}
    for institution, *values in selection.fetch(sql.SHARES):
        _, shares = found.setdefault(institution, (CompositionRow._make(values[:4]), []))
        name, seats, vote_share, *party = values[4:]
        # A composition without shares has one row, whose share is empty.
        if name is not None:
            shares.append(ShareRow(name, seats, vote_share, PartyRow._make(party) if party[0] else None))
    return found


def parties_in_operation(selection: Selection) -> list[tuple[bool, PartyRow]]:
    """Return (whether this is certain, party) for parties that may operate in the country on the day."""
    return [(bool(is_current), PartyRow._make(party)) for is_current, *party in selection.fetch(sql.PARTIES)]
