"""How compositions and their shares differ, of whichever the rows are."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from graph.journal.revisions import Difference
from graph.models import Composition, SeatShare
from graph.seats import in_order

Seats = list[list] | None


def seats_told(found: Iterable[Difference]) -> Iterator[list[Seats]]:
    """The seats before and after of each composition that differs, itself or in its shares.

    None where there was or is no such composition.
    """
    found = list(found)
    itself = {row.pk: row for row in found if row.model is Composition}
    keys = {*itself, *_composed(found)}
    before, after = _before_and_after(keys, [row for row in found if row.model is SeatShare])
    for pk in sorted(keys):
        was_there = pk not in itself or itself[pk].before is not None
        is_there = pk not in itself or itself[pk].after is not None
        yield [in_order(before[pk]) if was_there else None, in_order(after[pk]) if is_there else None]


def chambers_of_shares(found: Iterable[Difference]) -> set[int]:
    """The keys of the institutions whose compositions the shares belong to, before and after."""
    found = list(found)
    keys = _composed(found)
    chambers = set(Composition.objects.filter(pk__in=keys).values_list("institution", flat=True))
    sides = _sides(row for row in found if row.model is Composition and row.pk in keys)
    return chambers | {side["institution_id"] for side in sides}


def _composed(found):
    """The keys of the compositions that the shares belong to."""
    return {side["composition_id"] for side in _sides(row for row in found if row.model is SeatShare)}


def _sides(found):
    return [side for row in found for side in (row.before, row.after) if side]


def _before_and_after(keys, shares):
    """(name, seats) by composition: as the rows were, where they differ, and as they are."""
    now = {row["pk"]: row for row in _rows(keys)}
    former = now | {row.pk: row.before for row in shares}
    return _by_composition(former.values()), _by_composition(now.values())


def _rows(keys):
    return SeatShare.objects.filter(composition__in=keys).values("pk", "composition_id", "name", "seats")


def _by_composition(rows):
    grouped = defaultdict(list)
    for row in rows:
        if row is not None:
            grouped[row["composition_id"]].append((row["name"], row["seats"]))
    return grouped
