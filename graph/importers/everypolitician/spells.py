"""Spells of time: when a person held a seat and when they belonged to a party, out of many memberships."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from graph import dates
from graph.importers.everypolitician.house import Seat
from graph.importers.everypolitician.index import Term

ONE_DAY = timedelta(days=1)


class DatesContradict(ValueError):
    """The membership ends before it begins, or its dates are no dates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """A time with partial dates, an empty one is unknown or open; ``about`` is what it is a spell of."""

    start: str
    end: str
    about: str = ""
    line: str = ""

    @property
    def first_day(self) -> date:
        """The first possible day; long ago when the start is unknown."""
        return dates.first_day(self.start) or date.min

    @property
    def last_day(self) -> date:
        """The last possible day; far ahead when the end is open."""
        return dates.last_day(self.end) or date.max - ONE_DAY


def spell_of(seat: Seat, term: Term) -> Spell:
    """The seat's own dates, and where it has none those of the term.

    A date of the term that contradicts an own date is not used. Raises DatesContradict for a seat whose own dates
    contradict each other.
    """
    own = _spell(seat.start, seat.end, seat)
    whole = replace(own, start=seat.start or term.start, end=seat.end or term.end)
    return own if whole.last_day < whole.first_day else whole


def _spell(start, end, seat):
    try:
        spell = Spell(start=dates.parse(start), end=dates.parse(end), about=seat.group, line=seat.line)
    except dates.NotAPartialDate as error:
        raise DatesContradict(f"membership with a wrong date: {error}") from error
    if spell.last_day < spell.first_day:
        raise DatesContradict(f"membership ends on {end} before it begins on {start}")
    return spell


def joined(spells: Iterable[Spell]) -> list[Spell]:
    """The spells with those that touch or overlap made one; a real gap stays a gap."""
    result: list[Spell] = []
    for spell in sorted(spells, key=_order):
        if result and spell.first_day <= result[-1].last_day + ONE_DAY:
            result[-1] = replace(result[-1], end=_later_end(result[-1], spell))
        else:
            result.append(spell)
    return result


def unbroken(spells: Iterable[Spell], others: Sequence[Spell]) -> list[Spell]:
    """The spells of one party made one, unless a spell of another party began in between."""
    result: list[Spell] = []
    for spell in sorted(spells, key=_order):
        if result and not _lies_between(result[-1], spell, others):
            result[-1] = replace(result[-1], end=_later_end(result[-1], spell))
        else:
            result.append(spell)
    return result


def _lies_between(one, next_one, others):
    return any(one.last_day <= other.first_day < next_one.first_day for other in others)


def _later_end(one, other):
    return max(one, other, key=lambda spell: spell.last_day).end


def _order(spell):
    return spell.first_day, spell.last_day
