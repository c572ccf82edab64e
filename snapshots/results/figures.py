"""Compute shares, turnout, changes and swings. All functions except `shares` and `value_before` round to two
decimals."""

from collections.abc import Container, Hashable, Iterable, Mapping
from typing import NamedTuple


class Swing(NamedTuple):
    """A swing: ``points`` percentage points of the votes moved from the party ``loser`` to the party ``winner``. Both
    parties are keys of the dictionaries from which the swing was computed. ``points`` is never negative. ``method`` is
    "butler" or "two-party-preferred"."""

    method: str
    loser: object
    winner: object
    points: float


def percent(part: float | None, whole: float | None) -> float | None:
    return None if part is None or not whole else round(100 * float(part) / float(whole), 2)


def turnout_percent(votes: int | None, electorate: int | None) -> float | None:
    """Return the turnout in per cent. Return None if a number is missing, or if there are more votes than people in the
    electorate."""
    turnout = percent(votes, electorate)
    return None if turnout is None or turnout > 100 else turnout


def change(now: float | None, before: float | None) -> float | None:
    """Return ``now - before``, or None if one of them is unknown."""
    return None if now is None or before is None else round(now - before, 2)


def value_before(party: Hashable, members: Iterable[Hashable], now: Container, before: Mapping) -> float | None:
    """Return the value of a party in the previous election, such as its share or its number of seats, or None if it is
    unknown. ``before`` maps parties to these values. ``now`` has the parties that take part now.

    If ``party`` is an alliance, ``members`` are its parties. The result is the sum of the values that the alliance and
    its members had in the previous election. Members that take part separately now are left out of the sum."""
    known = [before[one] for one in (party, *(one for one in members if one not in now)) if one in before]
    return sum(known) if known else None


def complete_sum(numbers: Iterable[int | None]) -> int | None:
    """Return the sum of the ``numbers``, or None if one of them is unknown."""
    numbers = list(numbers)
    return None if None in numbers else sum(numbers)


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def shares(valid: int | None, tallies: Iterable[tuple]) -> dict:
    """Map the keys of ``tallies`` to shares of the votes in per cent, not rounded. ``tallies`` are the results of
    parties or candidacies, as tuples (key, votes, share in the source). ``valid`` is the number of valid votes.

    The votes are divided by ``valid`` or, if it is higher, by the sum of the votes of all tallies. The sum can be
    higher, because a voter may have several votes. Tallies without votes are left out. If no votes are known, return
    the shares in the source, and leave out tallies without such a share."""
    tallies = list(tallies)
    # Some sources print fewer valid votes than votes for candidates, by mistake.
    base = max(valid or 0, sum(int(votes) for _, votes, _ in tallies if votes is not None))
    if not base or all(votes is None for _, votes, _ in tallies):
        return {key: share for key, _, share in tallies if share is not None}
    return {key: 100 * int(votes) / base for key, votes, _ in tallies if votes is not None}


def butler_swing(before: Mapping, now: Mapping) -> Swing | None:
    """Return the Butler swing between the two largest parties of the previous election. It is the mean of the gain of
    one party and the loss of the other, in percentage points. ``before`` and ``now`` map parties to shares in per cent.
    Return None if ``before`` has less than two parties, or if one of the two largest has no share now."""
    first_two = sorted(before, key=before.get, reverse=True)[:2]
    if len(first_two) < 2 or any(party not in now for party in first_two):
        return None
    first, second = first_two
    return _swing("butler", first, second, ((now[second] - before[second]) - (now[first] - before[first])) / 2)


def two_party_swing(before: Mapping, now: Mapping) -> Swing | None:
    """Return the swing between two parties by their two-party-preferred votes (votes after all preferences are
    distributed to these two parties), or None. ``before`` and ``now`` map the parties to votes in the previous and the
    new election. Return None if they do not have the same two parties, or if the votes of one of the two elections are
    zero."""
    if len(before) != 2 or set(before) != set(now) or not sum(before.values()) or not sum(now.values()):
        return None
    # Sort the parties by their votes in the previous election, because sources list them in different orders.
    first, second = sorted(before, key=before.get, reverse=True)
    return _swing("two-party-preferred", first, second, _share(second, now) - _share(second, before))


def _swing(method, first, second, points):
    points = round(points, 2)
    return Swing(method, first, second, points) if points >= 0 else Swing(method, second, first, -points)


def _share(party, votes):
    return 100 * votes[party] / sum(votes.values())
