"""Compute with SQL how many seats a candidacy has won. All modules use this SQL, so that documents agree about seats.
In the SQL, ``r`` is the race, ``v`` its newest result version, ``c`` a candidacy, and ``t`` the tally of this candidacy
in the first round."""

from graph.queries.sql import fetch_all, read_queries
from graph.results import Method

SQL = read_queries(__file__, ELECTORAL_COLLEGE=Method.ELECTORAL_COLLEGE)


def votes_and_seats(election: int) -> list[tuple[int, int | None, int | None]]:
    """Return tuples (primary key of the candidacy, first-round votes or None, seats or None) for the candidacies of an
    election that have a tally in the first round. Notional races are left out. ``election`` is the primary key of the
    election."""
    return fetch_all(SQL.VOTES_AND_SEATS, {"election": election})
