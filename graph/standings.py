"""Compute from a count, without the database, who leads a race, by how much, and whether the seat changes party."""

from collections.abc import Container, Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from graph.results import PHASE_RANKS, Comparability, Outcome, Phase
from graph.text.folding import fold

Tally = Sequence
"""The numbers of one candidacy in one round, in the order of `TallyRecord`: (candidacy, round, reporting unit, votes,
share in per cent, elected, seats). The candidacy and the unit are indexes in the lists of the race. If the unit is
None, these are the numbers in the whole race. Values at the end may be missing."""
LENGTH = 7


class Standing(NamedTuple):
    """Who leads a race, and by how much. ``leader`` is the index of the leading candidacy in the race's list of
    candidacies, or None if nobody leads. ``margin_votes`` is the difference between the two highest numbers of votes.
    ``margin`` is the same difference in percentage points. An unknown margin is None."""

    leader: int | None = None
    margin_votes: int | None = None
    margin: Decimal | None = None


def standing(tallies: Iterable[Tally], valid: int | None = None) -> Standing:
    """Return who leads after the last round of a race, and by how much. Tallies of reporting units are ignored. The
    candidacies are ranked by these rules:

    1. Candidacies that are elected, but have no number of seats, come first.
    2. Then those with more seats come first.
    3. If the seats are equal, those with more votes come first.
    4. If the votes are equal, those with a higher share come first.

    Nobody leads if the first two candidacies are equal by all rules. Nobody leads either if the first one has no votes,
    no seats and no share, and is not elected.

    The margin is the difference between the two highest numbers of votes, in per cent of the ``valid`` votes. If the
    votes of all candidacies add up to more than ``valid``, or if ``valid`` is None, the margin is in per cent of the
    sum of these votes. If the source gives only shares, the margin is the difference between the two highest shares."""
    rows = [(*row, *[None] * (LENGTH - len(row))) for row in tallies if len(row) < 3 or row[2] is None]
    last = max((row[1] for row in rows), default=0)
    rows = [row for row in rows if row[1] == last]
    ranks = sorted(((_rank(row), row[0]) for row in rows), reverse=True)
    is_draw = len(ranks) > 1 and ranks[0][0] == ranks[1][0]
    leader = ranks[0][1] if ranks and any(ranks[0][0]) and not is_draw else None
    votes = sorted((row[3] for row in rows if row[3] is not None), reverse=True)
    shares = sorted((row[4] for row in rows if row[4] is not None), reverse=True)
    if len(votes) > 1 and sum(votes):
        margin = Decimal(100 * (votes[0] - votes[1])) / max(sum(votes), valid or 0)
        return Standing(leader, votes[0] - votes[1], round(margin, 2))
    margin = round(Decimal(str(shares[0])) - Decimal(str(shares[1])), 2) if len(shares) > 1 else None
    return Standing(leader, None, margin)


def _rank(row):
    """Return the sort key of the candidacy with the tally ``row``. The candidacy with the highest key leads the
    race."""
    _, _, _, votes, share, elected, seats = row
    return (bool(elected) and (seats or 0) == 0, seats or 0, votes or 0, share or 0)


def is_decided(phase: str, is_called: bool) -> bool:
    return is_called or PHASE_RANKS[phase] >= PHASE_RANKS[Phase.FINAL]


def outcome(
    *, phase: str, is_called: bool, winner: Container[str], before: Iterable[str], comparability: str
) -> Outcome:
    """Return the outcome of a race for the party that won it:

    - "undecided": there is no winner, or the race is neither final nor called
    - "new": there is no previous winner, or ``comparability`` says that the races cannot be compared
    - "hold": the same party won the previous race
    - "gain": another party won the previous race

    ``winner`` has texts that identify the winning party, and ``before`` has texts that identify the party that won the
    previous race. `identity` makes these texts. For an alliance, there is also a text for each member party. If a text
    is in both, the same party has won both races."""
    if not winner or not is_decided(phase, is_called):
        return Outcome.UNDECIDED
    if not before or comparability == Comparability.NONE:
        return Outcome.NEW
    return Outcome.HOLD if any(party in winner for party in before) else Outcome.GAIN


def identity(party: str | int | None, label: str) -> str:
    """Return a text that identifies a party: all its candidacies get the same text. ``party`` is the slug or primary
    key of the party in the graph, or None if the graph lacks it. ``label`` is used only if there is no ``party``. It is
    the name of the party in the source or, for a candidate without a party, the name of the candidate."""
    return f"party:{party}" if party else f"label:{fold(label)}"


def phase_of(phases: Iterable[str]) -> Phase:
    """Return the phase of an election. ``phases`` are the phases of its races:

    - If no race has begun to count, the phase is "scheduled". This is also so without races.
    - If some races have begun to count and others have not, the phase is "counting".
    - Otherwise, the phase is the earliest of ``phases``.
    """
    ranks = {PHASE_RANKS[phase] for phase in phases} or {0}
    begun = min(ranks) == 0 and max(ranks) > 0
    return list(Phase)[1 if begun else min(ranks)]
