"""How long the winner of a contest sat: until the seat fell vacant or the Parliament was dissolved."""

from collections.abc import Iterator
from dataclasses import dataclass

from graph.importers.uk.contests import Contest, House


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """The winner's time in the seat; the end is empty while the Parliament sits."""

    contest: Contest
    start: str
    end: str

    @property
    def member(self) -> str:
        return self.contest.winner.member


def terms(house: House) -> Iterator[Term]:
    """The terms of one Parliament."""
    for contest in house.general + house.by_elections:
        end = _vacancy(contest, house.by_elections) or house.parliament.dissolved
        yield Term(contest=contest, start=contest.day, end=end)


def _vacancy(contest, by_elections) -> str:
    """The day the next by-election in the seat was called.

    The source does not say when a member left. The seat had fallen vacant by that day at the latest, mostly a few
    weeks before.
    """
    # Seats are compared inside one Parliament only: the boundaries of 2024 gave old names to new seats.
    following = (other for other in by_elections if other.seat == contest.seat and other.day > contest.day)
    return min((other.writ for other in following), default="")
