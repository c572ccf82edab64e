"""Compute shares, turnout, changes and swings. Percentages are rounded to two decimals, and swings to two, too."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class Swing(NamedTuple):
    """How far votes moved from one party to another, in percentage points. The parties are keys of the caller."""

    method: str
    loser: object
    winner: object
    points: float


def percent(part: float | None, whole: float | None) -> float | None:
    return None if part is None or not whole else round(100 * float(part) / float(whole), 2)


def turnout_percent(votes: int | None, electorate: int | None) -> float | None:
    """Return the turnout, or None if the source is wrong: more votes than voters."""
    turnout = percent(votes, electorate)
    return None if turnout is None or turnout > 100 else turnout


def change(now: float | None, before: float | None) -> float | None:
    """Return the difference, or None if one of the two is unknown."""
    return None if now is None or before is None else round(now - before, 2)


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 2)


def shares(valid: int | None, tallies: Iterable[tuple]) -> dict:
    """Return exact shares in per cent by key. ``tallies`` are (key, votes, printed share).

    They are shares of the valid votes, or of all votes for candidacies if those are more: a voter may have several.
    """
    tallies = list(tallies)
    # Some sources print fewer valid votes than votes for candidates, by mistake.
    base = max(valid or 0, sum(int(votes) for _, votes, _ in tallies if votes is not None))
    if not base or all(votes is None for _, votes, _ in tallies):
        return {key: share for key, _, share in tallies if share is not None}
    return {key: 100 * int(votes) / base for key, votes, _ in tallies if votes is not None}


def butler_swing(before: Mapping, now: Mapping) -> Swing | None:
    """Return the swing between the first two parties of the earlier contest, or None if one of them has no share now.

    Both map parties to exact shares. The Butler swing is the mean of what one gained and the other lost.
    """
    first_two = sorted(before, key=before.get, reverse=True)[:2]
    if len(first_two) < 2 or any(party not in now for party in first_two):
        return None
    first, second = first_two
    return _swing("butler", first, second, ((now[second] - before[second]) - (now[first] - before[first])) / 2)


def two_party_swing(before: Mapping, now: Mapping) -> Swing | None:
    """Return the swing of the two-party-preferred counts, or None if they are not between the same two parties.

    Both map parties to votes.
    """
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
