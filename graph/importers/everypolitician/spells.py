"""Spells of time: when a person held a seat and when they belonged to a party, out of many memberships."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from graph.importers.everypolitician.house import Seat
from graph.importers.everypolitician.index import Term
from graph.text import dates

# Members change their group within days, and nobody notes where they were between: only longer gaps are real.
LONGEST_UNREAL_GAP = timedelta(days=31)


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
        return dates.last_day(self.end) or date.max


def spell_of(seat: Seat, terms: Mapping[str, Term]) -> tuple[Term, Spell]:
    """The term that the seat belongs to, and its own dates, or where it has none those of the term.

    A date of the term that contradicts an own date is not used. Raises DatesContradict for a seat whose own dates
    contradict each other.
    """
    own = _spell(seat.start, seat.end, seat)
    term = _term_of(own, terms[seat.term], terms.values())
    whole = replace(own, start=seat.start or term.start, end=seat.end or term.end)
    return term, own if whole.last_day < whole.first_day else whole


def _term_of(own, given, terms):
    """Where terms overlap by some days the source has a seat in both: it is of the one it begins or ends in."""
    if own.start:
        begun = [term for term in terms if given.start < term.start and dates.first_day(term.start) <= own.first_day]
        return max(begun, key=lambda term: term.start, default=given)
    if own.end:
        running = [term for term in terms if term.start < given.start and term.end and own.last_day <= _last_day(term)]
        return max(running, key=lambda term: term.start, default=given)
    return given


def _last_day(term):
    return dates.last_day(term.end)


def _spell(start, end, seat):
    try:
        spell = Spell(start=dates.parse(start), end=dates.parse(end), about=seat.group, line=seat.line)
    except dates.NotAPartialDate as error:
        raise DatesContradict(f"membership with a wrong date: {error}") from error
    if spell.last_day < spell.first_day:
        raise DatesContradict(f"membership ends on {end} before it begins on {start}")
    return spell


def joined(spells: Iterable[Spell]) -> list[Spell]:
    """The spells with those that overlap, or follow each other closely, made one; a real gap stays a gap."""
    result: list[Spell] = []
    for spell in sorted(spells, key=_order):
        if result and spell.first_day - result[-1].last_day <= LONGEST_UNREAL_GAP:
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
