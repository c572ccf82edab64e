"""Split a sorted list into pages. A page starts after the last row of the page before (keyset pagination)."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from config.http import cursors

EARLIEST_YEAR, LATEST_YEAR = 1000, 2200
"""The first and the last year of days in requests. The service adds years to days, and Python's dates have limits."""


@dataclass(frozen=True)
class SortKey:
    """A column or annotation by which rows are sorted. ``type`` is str, int or date."""

    name: str
    type: type = str
    descending: bool = False


@dataclass(frozen=True)
class CursorPosition:
    """A decoded cursor: the sort values of the last row of the page before, and the day that all pages show."""

    day: date
    values: tuple


@dataclass(frozen=True)
class Page:
    """One page of a list. ``total`` is the number of rows on all pages; ``next_cursor`` is None on the last page."""

    rows: list
    total: int
    next_cursor: str | None


@dataclass(frozen=True)
class SortOrder:
    """The sort order of a list, with no equal rows. A cursor contains ``name``, so other lists reject the cursor."""

    name: str
    keys: tuple[SortKey, ...]

    def page(self, queryset, limit: int, day: date, after: CursorPosition | None = None) -> Page:
        """Return the first ``limit`` rows after the position ``after``, or the first rows of the list if it is None.

        ``queryset`` must already be sorted in this order. Two queries run, or one if there is only one page.
        """
        rest = queryset.filter(self._after(after.values)) if after else queryset
        rows = list(rest[: limit + 1])
        next_cursor = self._cursor(rows[limit - 1], day) if len(rows) > limit else None
        total = queryset.count() if after or next_cursor else len(rows)
        return Page(rows[:limit], total, next_cursor)

    def position(self, cursor: str) -> CursorPosition:
        """Decode a cursor. Raise cursors.InvalidCursor if it is damaged, of another list or has an invalid day."""
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
        """Return the condition for later rows: (a, b) comes after (x, y) if a > x, or if a = x and b > y."""
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
