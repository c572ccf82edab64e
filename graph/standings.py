"""Compute who leads a count, by how much, and whether the seat changed party. There is no database here.

`record` and the loading of the catalogue both use these functions.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from graph.results import PHASE_RANKS, Comparability, Outcome, Phase
from graph.text.folding import fold

Tally = Sequence
"""Candidacy, round, unit, votes, share, elected and seats, as in a `TallyRecord`. Those at the end may be missing."""
LENGTH = 7


class Standing(NamedTuple):
    """``leader`` is the index of a candidacy, or None. ``margin`` is in percentage points."""

    leader: int | None = None
    margin_votes: int | None = None
    margin: Decimal | None = None


def standing(tallies: Iterable[Tally]) -> Standing:
    """Return the standing after the last round of a race. Counts of reporting units are left out.

    The leader is elected, or has the most seats, or the most votes. A draw has no leader. The margin is between the two
    highest numbers of votes.
    """
    rows = [(*row, *[None] * (LENGTH - len(row))) for row in tallies if len(row) < 3 or row[2] is None]
    last = max((row[1] for row in rows), default=0)
    rows = [row for row in rows if row[1] == last]
    ranks = sorted(((_rank(row), row[0]) for row in rows), reverse=True)
    is_draw = len(ranks) > 1 and ranks[0][0] == ranks[1][0]
    leader = ranks[0][1] if ranks and any(ranks[0][0]) and not is_draw else None
    votes = sorted((row[3] for row in rows if row[3] is not None), reverse=True)
    shares = sorted((row[4] for row in rows if row[4] is not None), reverse=True)
    if len(votes) > 1 and sum(votes):
        margin = Decimal(100 * (votes[0] - votes[1])) / sum(votes)
        return Standing(leader, votes[0] - votes[1], round(margin, 2))
    margin = round(Decimal(str(shares[0])) - Decimal(str(shares[1])), 2) if len(shares) > 1 else None
    return Standing(leader, None, margin)


def _rank(row):
    """Return the values that decide between candidacies, the strongest first."""
    _, _, _, votes, share, elected, seats = row
    return (bool(elected) and (seats or 0) == 0, seats or 0, votes or 0, share or 0)


def is_decided(phase: str, is_called: bool) -> bool:
    return is_called or PHASE_RANKS[phase] >= PHASE_RANKS[Phase.FINAL]


def outcome(*, phase: str, is_called: bool, winner: str | None, before: str | None, comparability: str) -> Outcome:
    """Return what a race means for its party. ``winner`` and ``before`` are the identities of the two winners.

    A race without a comparable earlier one is new.
    """
    if winner is None or not is_decided(phase, is_called):
        return Outcome.UNDECIDED
    if before is None or comparability == Comparability.NONE:
        return Outcome.NEW
    return Outcome.HOLD if winner == before else Outcome.GAIN


def identity(party: str | int | None, label: str) -> str:
    """Return what identifies the side of a candidacy: its party in the graph or, without one, the printed label.

    A candidate without both gives the name as ``label``.
    """
    return f"party:{party}" if party else f"label:{fold(label)}"


def phase_of(phases: Iterable[str]) -> Phase:
    """Return the phase of an election from those of its races: the earliest, but counting once a race has begun."""
    ranks = {PHASE_RANKS[phase] for phase in phases} or {0}
    begun = min(ranks) == 0 and max(ranks) > 0
    return list(Phase)[1 if begun else min(ranks)]
