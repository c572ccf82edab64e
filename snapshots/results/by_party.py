from typing import NamedTuple

from graph.queries.seats import SQL as OF_SEATS
from graph.queries.sql import fetch_all, read_queries
from snapshots.results.figures import percent, rounded

SQL = read_queries(__file__, SEATS=OF_SEATS.SEATS)


class PartyInElection(NamedTuple):
    """The result of a party in an election. ``slug`` and ``election`` are the slug and the name of the election,
    ``date`` is its partial date, and ``kind`` its kind. ``share`` is in per cent of the valid votes."""

    slug: str
    election: str
    date: str
    kind: str
    votes: int | None
    seats: int | None
    share: float | None


def results_of_party(party: int) -> list[PartyInElection]:
    """Return the newest results of a party in all elections that have results, the latest election first. By-elections
    are left out. ``party`` is the primary key of the party."""
    # For national results, use the shares in the source, because the source may not give the votes.
    return [
        PartyInElection(*row[:6], rounded(percent(row[4], row[7]) if row[6] is None else row[6]))
        for row in fetch_all(SQL.RESULTS, {"party": party})
    ]
