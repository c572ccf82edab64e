"""How much waits, and as of when."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.core.cache import cache
from django.utils import timezone

from graph.models import WorkList
from graph.worklists.lists import LISTS, List

SECONDS_KEPT = 5 * 60
KEY = "graph.worklists"


@dataclass(frozen=True)
class Count:
    """How many rows of a list there are of the kinds asked for, and when they were counted; None for never."""

    list: List
    number: int | None
    at: datetime | None


def counts(kinds: Collection[str]) -> list[Count]:
    """Of every list; at most one query of what is kept, and the quick ones at most every five minutes."""
    kept = {row.name: (row.at, row.counts) for row in WorkList.objects.defer("rows")}
    known = kept | (cache.get(KEY) or _count_quick())
    return [_of_kinds(row, kinds, *known.get(name, (None, None))) for name, row in LISTS.items()]


def count_again(row: List) -> None:
    """Find what is to be found now; of the quick lists all are counted."""
    if not row.is_kept:
        _count_quick()
        return
    found, rows = row.find(timezone.localdate())
    WorkList.objects.update_or_create(name=row.name, defaults={"at": timezone.now(), "counts": found, "rows": rows})


def _count_quick():
    day, now = timezone.localdate(), timezone.now()
    found = {name: (now, row.counts(day)) for name, row in LISTS.items() if not row.is_kept}
    cache.set(KEY, found, SECONDS_KEPT)
    return found


def _of_kinds(row, kinds, at, by_kind):
    number = None if at is None else sum(number for kind, number in by_kind.items() if kind in kinds)
    return Count(row, number, at)
