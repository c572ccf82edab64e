from collections.abc import Iterable

from graph.actions.exceptions import ActionRejected
from graph.batches import batches
from graph.models import Entity, Redirect


def locked(*entities: Entity) -> list[Entity]:
    """The entities as they are now, and stay until the transaction ends; in the order given.

    They are locked in one order, so that two who want the same two do not wait for each other.
    """
    keys = sorted({entity.pk for entity in entities})
    rows = {row.pk: row for row in Entity.objects.select_for_update().filter(pk__in=keys).order_by("pk")}
    if len(rows) < len(keys):
        raise ActionRejected("The entity is no longer there: it has been merged into another.")
    return [rows[entity.pk] for entity in entities]


def lock(keys: Iterable[int]) -> None:
    """Lock those of these entities that are there: nobody edits what belongs to them until the transaction ends."""
    for batch in batches(set(keys)):
        list(Entity.objects.select_for_update().filter(pk__in=batch).order_by("pk").values_list("pk"))


def reject_taken_slug(slug: str) -> None:
    """A slug never changes its meaning: one that was ever given is not given again."""
    if Entity.objects.filter(slug=slug).exists() or Redirect.objects.filter(slug=slug).exists():
        raise ActionRejected(f"The slug '{slug}' is taken.")
