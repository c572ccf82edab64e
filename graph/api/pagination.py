"""Pages by keyset: the next begins after the last row of this one, however the list has changed in between."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from graph import dates
from graph.api import cursors


@dataclass(frozen=True)
class Key:
    """A column or annotation that rows are ordered by; its type is str, int or date."""

    name: str
    type: type = str
    descending: bool = False


@dataclass(frozen=True)
class Place:
    """After which row a page begins, and the day for which the list was computed when the first page was asked for."""

    day: date
    values: tuple


@dataclass(frozen=True)
class Page:
    """``total`` counts the rows of all pages; ``following`` is the cursor of the next page, None on the last."""

    rows: list
    total: int
    following: str | None


@dataclass(frozen=True)
class Order:
    """A total order under a name, so that a cursor of one list is refused by another."""

    name: str
    keys: tuple[Key, ...]

    def page(self, queryset, limit: int, day: date, place: Place | None = None) -> Page:
        """Rows of a query set in this order after the place; two queries, one when the first page is the last."""
        rest = queryset.filter(self._beyond(place.values)) if place else queryset
        rows = list(rest[: limit + 1])
        following = self._cursor(rows[limit - 1], day) if len(rows) > limit else None
        total = queryset.count() if place or following else len(rows)
        return Page(rows[:limit], total, following)

    def place(self, cursor: str) -> Place:
        """The place a cursor stands for; raise cursors.NotACursor when it is none of this list's."""
        types = tuple(str if key.type is date else key.type for key in self.keys)
        name, day, *values = cursors.decode(cursor, (str, str, *types))
        if name != self.name:
            raise cursors.NotACursor
        day = _day(day)
        # A status reaches back some years, and the calendar ends.
        if not dates.EARLIEST_YEAR <= day.year <= dates.LATEST_YEAR:
            raise cursors.NotACursor
        return Place(day, tuple(_loaded(key, value) for key, value in zip(self.keys, values, strict=True)))

    def _cursor(self, row, day):
        values = (getattr(row, key.name) for key in self.keys)
        return cursors.encode([self.name, day.isoformat(), *(_dumped(value) for value in values)])

    def _beyond(self, values):
        """(a, b, c) comes after (x, y, z) when a > x, or a = x and (b, c) comes after (y, z)."""
        beyond = Q()
        for key, value in reversed(list(zip(self.keys, values, strict=True))):
            further = Q(**{f"{key.name}__{'lt' if key.descending else 'gt'}": value})
            beyond = further | (Q(**{key.name: value}) & beyond) if beyond else further
        return beyond


BY_SLUG = Order("entities", (Key("slug"),))
BY_RELEVANCE = Order(
    "relationships",
    (
        Key("status_rank", int),
        Key("type_rank", int),
        Key("start_day", date, descending=True),
        Key("neighbour_name"),
        Key("pk", int),
    ),
)
"""The order of ``RelationshipQuerySet.in_order``."""


def _dumped(value):
    return value.isoformat() if isinstance(value, date) else value


def _loaded(key, value):
    return _day(value) if key.type is date else value


def _day(text):
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise cursors.NotACursor from None
