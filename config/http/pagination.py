"""Keyset pagination: a cursor contains the sort values of a row, and the next page starts after this row."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from config.http import cursors

EARLIEST_YEAR, LATEST_YEAR = 1000, 2200
"""Requests may contain only days from the first to the last of these years. Some code adds years to such a day, and the
type ``date`` of Python ends with the year 9999."""


@dataclass(frozen=True)
class CursorPosition:
    """The content of a cursor. ``values`` are the sort values of a page's last row. ``day`` is the day for which the
    list was requested: the next page must show the data of the same day."""

    day: date
    values: tuple


@dataclass(frozen=True)
class SortOrder:
    """The order in which a list is sorted. It writes and reads the cursors of the list. ``types`` are the types of the
    values by which the list is sorted: str, int or date. A cursor contains the ``name`` of the list, so that other
    lists reject it."""

    name: str
    types: tuple[type, ...]

    def position(self, cursor: str) -> CursorPosition:
        """Return the content of a cursor. Raise InvalidCursor if it is damaged or belongs to another list."""
        name, day, *values = cursors.decode(cursor, (str, date, *self.types))
        if name != self.name or not EARLIEST_YEAR <= day.year <= LATEST_YEAR:
            raise cursors.InvalidCursor
        return CursorPosition(day, tuple(values))

    def cursor(self, values: Iterable, day: date) -> str:
        """Return a cursor for the row with these sort values, in a list that shows the data of this ``day``."""
        return cursors.encode([self.name, day, *values])
