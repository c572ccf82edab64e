"""Compute with SQL how many seats a candidacy has won. All modules use this SQL, so that seats in different documents
agree. In the SQL text, ``r`` is the race, ``v`` its valid result version, ``c`` a candidacy, and ``t`` the tally of
this candidacy in the first round."""

from graph.queries.sql import fetch_all
from graph.results import Method

IS_DECIDED = "(v.is_called OR v.phase IN ('final', 'certified'))"
# The leader of a decided race gets the seat of the race. In the United States, the leader gets all electoral votes of
# the state. In other races with several seats, each elected candidacy gets one seat.
SEATS = f"""
    CASE WHEN t.seats IS NOT NULL THEN t.seats
    WHEN r.seats > 1 AND r.method <> '{Method.ELECTORAL_COLLEGE}' THEN CASE WHEN t.is_elected THEN 1 ELSE 0 END
    WHEN c.id = v.leader_id AND {IS_DECIDED} THEN r.seats ELSE 0 END
"""
VOTES_AND_SEATS = f"""
    SELECT c.id, t.votes, {SEATS} FROM graph_race r JOIN graph_resultversion v ON v.id = r.current_id
    JOIN graph_tally t ON t.version_id = v.id AND t.unit_id IS NULL AND t.round = 0
    JOIN graph_candidacy c ON c.id = t.candidacy_id WHERE r.election_id = %(election)s AND NOT r.is_notional
"""  # noqa: S608 - joins its own constants


def votes_and_seats(election: int) -> list[tuple[int, int | None, int]]:
    """Return (primary key of the candidacy, first-round votes, seats) of each candidacy with a tally. ``election`` is
    the primary key of the election."""
    return fetch_all(VOTES_AND_SEATS, {"election": election})
