"""Compute numbers for the order in which responses show the relationships of an entity.

Relationships are ordered by type, then by start date, the latest first. Relationships with the same number are ordered
by the name of the other entity.
"""

from datetime import date

from graph.relations import TYPE_RANKS
from graph.text import dates

LATEST = date.max.toordinal()
NUMBERS_OF_A_TYPE = 4_000_000


def display_order(type: str, start_date: str) -> int:
    """Return the number that orders a relationship of this type with this start date, which may be unknown.

    Among relationships of one type, those with an unknown start date come last.
    """
    return number_of(TYPE_RANKS[type], dates.first_day(start_date) or date.min)


def number_of(type_rank: int, start_day: date) -> int:
    return type_rank * NUMBERS_OF_A_TYPE + LATEST - start_day.toordinal()


def rank_and_start(number: int) -> tuple[int, date]:
    """Return the rank of the relationship type and the first day of the start date from which the number was computed.

    For an unknown start date, the day is ``date.min``.
    """
    rank, before_latest = divmod(number, NUMBERS_OF_A_TYPE)
    return rank, date.fromordinal(LATEST - before_latest)


def numbers_of(type: str) -> tuple[int, int]:
    """Return the lowest and the highest number that relationships of this type can have."""
    lowest = TYPE_RANKS[type] * NUMBERS_OF_A_TYPE
    return lowest, lowest + NUMBERS_OF_A_TYPE - 1
