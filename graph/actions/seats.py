"""Compare the seats in compositions before and after an edit."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from graph.journal.revisions import Difference
from graph.models import Composition, SeatShare
from graph.seats import in_order

Seats = list[list] | None


def changed_seats(found: Iterable[Difference]) -> Iterator[list[Seats]]:
    """Yield [seats before, seats after] for each composition whose own row or `SeatShare` rows differ.

    None instead of the seats means that the composition did not exist before, or does not exist after.
    """
    found = list(found)
    itself = {row.pk: row for row in found if row.model is Composition}
    keys = {*itself, *_compositions_of_shares(found)}
    before, after = _before_and_after(keys, [row for row in found if row.model is SeatShare])
    for pk in sorted(keys):
        existed = pk not in itself or itself[pk].before is not None
        exists = pk not in itself or itself[pk].after is not None
        yield [in_order(before[pk]) if existed else None, in_order(after[pk]) if exists else None]


def chambers_of_shares(found: Iterable[Difference]) -> set[int]:
    """Return the keys of the chambers to which the changed `SeatShare` rows belong or belonged."""
    found = list(found)
    keys = _compositions_of_shares(found)
    chambers = set(Composition.objects.filter(pk__in=keys).values_list("institution", flat=True))
    compositions = (row for row in found if row.model is Composition and row.pk in keys)
    return chambers | {side["institution_id"] for row in compositions for side in row.sides}


def _compositions_of_shares(found):
    return {side["composition_id"] for row in found if row.model is SeatShare for side in row.sides}


def _before_and_after(keys, shares):
    """Return (name, seats) pairs by composition in two dictionaries: before the edit, and now."""
    now = {
        row["pk"]: row
        for row in SeatShare.objects.filter(composition__in=keys).values("pk", "composition_id", "name", "seats")
    }
    before = now | {row.pk: row.before for row in shares}
    return _by_composition(before.values()), _by_composition(now.values())


def _by_composition(rows):
    grouped = defaultdict(list)
    for row in rows:
        if row is not None:
            grouped[row["composition_id"]].append((row["name"], row["seats"]))
    return grouped
