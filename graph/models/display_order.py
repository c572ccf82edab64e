"""Compute the number by which responses sort relationships: first by type, then by start date, the latest first."""

from datetime import date

from graph.relations import TYPE_RANKS
from graph.text import dates

LATEST = date.max.toordinal()
NUMBERS_OF_A_TYPE = 4_000_000


def display_order(type: str, start_date: str) -> int:
    """Return the number by which responses sort a relationship. Relationships of the first type have the lowest
    numbers. Within a type, the latest start has the lowest number, and an unknown start ("") the highest."""
    return number_of(TYPE_RANKS[type], dates.first_day(start_date) or date.min)


def number_of(type_rank: int, start_day: date) -> int:
    return type_rank * NUMBERS_OF_A_TYPE + LATEST - start_day.toordinal()


def rank_and_start(number: int) -> tuple[int, date]:
    """Return (rank of the type, start day) for a number that `display_order` has returned. The rank is the position of
    the type in the order of all types. An unknown start is ``date.min``."""
    rank, before_latest = divmod(number, NUMBERS_OF_A_TYPE)
    return rank, date.fromordinal(LATEST - before_latest)


def numbers_of(type: str) -> tuple[int, int]:
    lowest = TYPE_RANKS[type] * NUMBERS_OF_A_TYPE
    return lowest, lowest + NUMBERS_OF_A_TYPE - 1
