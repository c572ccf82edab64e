"""Compute from a count, without the database, who leads a race, by how much, and whether the seat changes party."""

from collections.abc import Container, Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from graph.results import PHASE_RANKS, Comparability, Outcome, Phase
from graph.text.folding import fold

Tally = Sequence
"""The numbers of one candidacy in one round, like a `TallyRecord`: (candidacy, round, reporting unit, votes, share in
per cent, elected, seats). The candidacy and the unit are indexes in the lists of the race. The unit is None for the
whole race. Values at the end may be missing."""
LENGTH = 7


class Standing(NamedTuple):
    """Who leads a race, and by how much. ``leader`` is the index of the leading candidacy in the race's list of
    candidacies, or None if nobody leads. ``margin_votes`` is the difference between the two highest numbers of votes,
    and ``margin`` is the same in percentage points. They are None if they are unknown."""

    leader: int | None = None
    margin_votes: int | None = None
    margin: Decimal | None = None


def standing(tallies: Iterable[Tally], valid: int | None = None) -> Standing:
    """Return who leads after the last round of a race, and by how much. Elected candidacies to which the count gives no
    seats come before all others. Then those with more seats come first, then those with more votes, then those with a
    higher share. If the first two are equal in all of this, or if the first has none of it, nobody leads. Tallies of
    reporting units are ignored.

    The margin is the difference between the two highest numbers of votes, in per cent of the ``valid`` votes. If the
    tallies add up to more, because a voter has several votes, or if ``valid`` is None, it is in per cent of their sum.
    If the source gives only shares, it is the difference between the two highest shares."""
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
    """Return the sort key of a candidacy, given its tally ``row``. The candidacy with the highest key leads the
    race."""
    _, _, _, votes, share, elected, seats = row
    return (bool(elected) and (seats or 0) == 0, seats or 0, votes or 0, share or 0)


def is_decided(phase: str, is_called: bool) -> bool:
    return is_called or PHASE_RANKS[phase] >= PHASE_RANKS[Phase.FINAL]


def outcome(
    *, phase: str, is_called: bool, winner: Container[str], before: Iterable[str], comparability: str
) -> Outcome:
    """Return whether the winner's party gains the seat of a race or holds it. ``winner`` has the texts that identify
    the party that won this race, and ``before`` those of the party that won the previous race. `identity` makes these
    texts. For an alliance, its member parties have texts too. If ``winner`` and ``before`` have a text in common, the
    seat is held.

    The outcome is "undecided" if there is no winner, or if nobody has called the race and its ``phase`` is not final.
    It is "new" if there is no previous winner, or if ``comparability`` says that the races cannot be compared."""
    if not winner or not is_decided(phase, is_called):
        return Outcome.UNDECIDED
    if not before or comparability == Comparability.NONE:
        return Outcome.NEW
    return Outcome.HOLD if any(party in winner for party in before) else Outcome.GAIN


def identity(party: str | int | None, label: str) -> str:
    """Return a text that is the same for all candidacies of a party. If the graph has the party, the text is made from
    ``party``, its slug or primary key. Otherwise, it is made from ``label``, the name of the party in the source. For a
    candidate without a party, ``label`` is the candidate's name."""
    return f"party:{party}" if party else f"label:{fold(label)}"


def phase_of(phases: Iterable[str]) -> Phase:
    """Return the phase of an election from the ``phases`` of its races: the earliest of them. If some races have begun
    to count and others have not, the phase is "counting". Without races, it is "scheduled"."""
    ranks = {PHASE_RANKS[phase] for phase in phases} or {0}
    begun = min(ranks) == 0 and max(ranks) > 0
    return list(Phase)[1 if begun else min(ranks)]
