"""Who leads a race, by how much, and what the result means for the party that won before. No database is needed."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from graph.actions.results.records import TallyRecord, VersionRecord
from graph.results import PHASE_RANKS, Method, Outcome, Phase


@dataclass(frozen=True, slots=True)
class Standing:
    """``leader`` is the index of a candidacy. It is None before the first vote, and if the first two are level."""

    leader: int | None = None
    margin_votes: int | None = None
    margin: float | None = None


def standing(method: str, seats: int, tallies: Iterable[TallyRecord]) -> Standing:
    """Return the leader after the last count, and its margin: the difference between the two with most votes.

    The candidate who is elected to a single seat leads, and the list with most seats. Otherwise votes decide, or the
    printed shares if there are no votes.
    """
    count = last_count(tallies)
    votes = {row.candidacy: row.votes for row in count if row.votes is not None}
    leader = _elected(count) if seats == 1 else None
    if leader is None:
        won = {row.candidacy: row.seats for row in count if row.seats}
        leader = _highest((method == Method.LIST and won) or votes or {row.candidacy: row.share for row in count})
    return Standing(leader, *_margins(count))


def last_count(tallies: Iterable[TallyRecord]) -> list[TallyRecord]:
    """Return the tallies of the whole race in its last round."""
    of_race = [row for row in tallies if row.unit is None]
    last = max((row.round for row in of_race), default=0)
    return [row for row in of_race if row.round == last]


def with_totals(tallies: list[TallyRecord]) -> list[TallyRecord]:
    """Add the sums of the reporting units for each round that has tallies of units only."""
    rounds = {row.round for row in tallies if row.unit is None}
    sums = Counter()
    for row in tallies:
        if row.unit is not None and row.round not in rounds and row.votes is not None:
            sums[row.candidacy, row.round] += row.votes
    return tallies + [TallyRecord(*key, votes=votes) for key, votes in sums.items()]


def is_decided(phase: str, is_called: bool) -> bool:
    return is_called or PHASE_RANKS[phase] >= PHASE_RANKS[Phase.FINAL]


def outcome(version: VersionRecord, winner: str | int | None, previous_winner: str | int | None) -> str:
    """Return the outcome for the parties that win now and won before.

    A party is the key of its entity, or its label (see `party_of`). ``previous_winner`` is None if no earlier race can
    be compared.
    """
    if winner is None or not is_decided(version.phase, version.is_called):
        return Outcome.UNDECIDED.value
    if previous_winner is None:
        return Outcome.NEW.value
    return (Outcome.HOLD if winner == previous_winner else Outcome.GAIN).value


def party_of(party: str | int | None, label: str, name: str = "") -> str | int:
    """Return what identifies the party of a candidacy: its entity, its label or, without both, the candidate."""
    return party or (label or name).casefold()


def _elected(count):
    elected = [row.candidacy for row in count if row.elected]
    return elected[0] if len(elected) == 1 else None


def _highest(values):
    """Return the key with the highest value, or None if no value is positive, or two are highest."""
    known = {key: value for key, value in values.items() if value}
    best = [key for key, value in known.items() if value == max(known.values())]
    return best[0] if len(best) == 1 else None


def _margins(count):
    """Return the margin in votes and in percentage points; both are None with fewer than two candidacies."""
    votes = sorted((row.votes for row in count if row.votes is not None), reverse=True)
    if len(votes) > 1:
        difference, total = votes[0] - votes[1], sum(votes)
        return difference, round(100 * difference / total, 2) if total else None
    shares = sorted((row.share for row in count if row.share is not None), reverse=True)
    return None, round(shares[0] - shares[1], 2) if len(shares) > 1 else None
