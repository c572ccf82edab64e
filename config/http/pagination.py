"""Keyset pagination: a page starts after the last row of the page before, even if rows were added or removed since."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from config.http import cursors

EARLIEST_YEAR, LATEST_YEAR = 1000, 2200
"""Statuses are computed some years around a day, and Python's calendar has an end."""


@dataclass(frozen=True)
class SortKey:
    """A column or annotation that rows are sorted by; its type is str, int or date."""

    name: str
    type: type = str
    descending: bool = False


@dataclass(frozen=True)
class CursorPosition:
    """The sort values of the last row seen, and the day that the first page was computed for."""

    day: date
    values: tuple


@dataclass(frozen=True)
class Page:
    """``total`` counts the rows of all pages; ``next_cursor`` is None on the last page."""

    rows: list
    total: int
    next_cursor: str | None


@dataclass(frozen=True)
class SortOrder:
    """A total order with a name, so that one list rejects the cursors of another."""

    name: str
    keys: tuple[SortKey, ...]

    def page(self, queryset, limit: int, day: date, after: CursorPosition | None = None) -> Page:
        """The next ``limit`` rows of a query set that is sorted in this order.

        It runs two queries, or one when the first page is also the last.
        """
        rest = queryset.filter(self._after(after.values)) if after else queryset
        rows = list(rest[: limit + 1])
        next_cursor = self._cursor(rows[limit - 1], day) if len(rows) > limit else None
        total = queryset.count() if after or next_cursor else len(rows)
        return Page(rows[:limit], total, next_cursor)

    def position(self, cursor: str) -> CursorPosition:
        """Decode a cursor; raise cursors.InvalidCursor when it does not belong to this list."""
        types = tuple(str if key.type is date else key.type for key in self.keys)
        name, day, *values = cursors.decode(cursor, (str, str, *types))
        if name != self.name:
            raise cursors.InvalidCursor
        day = _day(day)
        if not EARLIEST_YEAR <= day.year <= LATEST_YEAR:
            raise cursors.InvalidCursor
        return CursorPosition(day, tuple(_from_json(key, value) for key, value in zip(self.keys, values, strict=True)))

    def _cursor(self, row, day):
        values = (getattr(row, key.name) for key in self.keys)
        return cursors.encode([self.name, day.isoformat(), *(_to_json(value) for value in values)])

    def _after(self, values):
        """(a, b, c) comes after (x, y, z) when a > x, or a = x and (b, c) comes after (y, z)."""
        after = Q()
        for key, value in reversed(list(zip(self.keys, values, strict=True))):
            greater = Q(**{f"{key.name}__{'lt' if key.descending else 'gt'}": value})
            after = greater | (Q(**{key.name: value}) & after) if after else greater
        return after


def _to_json(value):
    return value.isoformat() if isinstance(value, date) else value


def _from_json(key, value):
    return _day(value) if key.type is date else value


def _day(text):
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise cursors.InvalidCursor from None
