"""Compute shares, turnout, changes and swings. All results except `shares` are rounded to two decimals."""

from collections.abc import Container, Hashable, Iterable, Mapping
from typing import NamedTuple


class Swing(NamedTuple):
    """How many percentage points moved from the party ``loser`` to the party ``winner``. Both are the keys of parties
    that the caller passed, of any type."""

    method: str
    loser: object
    winner: object
    points: float


def percent(part: float | None, whole: float | None) -> float | None:
    return None if part is None or not whole else round(100 * float(part) / float(whole), 2)


def turnout_percent(votes: int | None, electorate: int | None) -> float | None:
    """Return the turnout in per cent. Return None if a number is missing, or if there are more votes than voters."""
    turnout = percent(votes, electorate)
    return None if turnout is None or turnout > 100 else turnout


def change(now: float | None, before: float | None) -> float | None:
    """Return ``now - before``, or None if one of them is unknown."""
    return None if now is None or before is None else round(now - before, 2)


def value_before(party: Hashable, members: Iterable[Hashable], now: Container, before: Mapping) -> float | None:
    """Return the earlier value of a party, such as its share or its seats, or None if it is unknown. ``before`` maps
    parties to values. The value of an alliance includes those of its ``members`` that are not in ``now``: the others
    are compared on their own."""
    known = [before[one] for one in (party, *(one for one in members if one not in now)) if one in before]
    return sum(known) if known else None


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def shares(valid: int | None, tallies: Iterable[tuple]) -> dict:
    """Map keys to shares in per cent, not rounded. ``tallies`` are tuples (key, votes, share that the source gives). A
    share is the part of the valid votes. If the votes of all tallies add up to more, a voter may have several votes,
    and the sum is used instead. Without any votes, the shares are those that the source gives."""
    tallies = list(tallies)
    # Some sources print fewer valid votes than votes for candidates, by mistake.
    base = max(valid or 0, sum(int(votes) for _, votes, _ in tallies if votes is not None))
    if not base or all(votes is None for _, votes, _ in tallies):
        return {key: share for key, _, share in tallies if share is not None}
    return {key: 100 * int(votes) / base for key, votes, _ in tallies if votes is not None}


def butler_swing(before: Mapping, now: Mapping) -> Swing | None:
    """Return the Butler swing: the mean of the gain of one party and the loss of the other, in percentage points. The
    parties are the first two of the earlier election. ``before`` and ``now`` map parties to shares in per cent. Return
    None if one of the two parties has no share now."""
    first_two = sorted(before, key=before.get, reverse=True)[:2]
    if len(first_two) < 2 or any(party not in now for party in first_two):
        return None
    first, second = first_two
    return _swing("butler", first, second, ((now[second] - before[second]) - (now[first] - before[first])) / 2)


def two_party_swing(before: Mapping, now: Mapping) -> Swing | None:
    """Return the swing between the last two parties of a two-party-preferred count. ``before`` and ``now`` map parties
    to votes. Return None if they do not have the same two parties."""
    if len(before) != 2 or set(before) != set(now) or not sum(before.values()) or not sum(now.values()):
        return None
    # The sources differ in which party they name first.
    first, second = sorted(before, key=before.get, reverse=True)
    return _swing("two-party-preferred", first, second, _share(second, now) - _share(second, before))


def _swing(method, first, second, points):
    points = round(points, 2)
    return Swing(method, first, second, points) if points >= 0 else Swing(method, second, first, -points)


def _share(party, votes):
    return 100 * votes[party] / sum(votes.values())
