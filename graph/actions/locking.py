from collections.abc import Iterable

from graph.actions.exceptions import ActionRejected
from graph.batches import batches
from graph.models import Entity, Redirect


def locked(*entities: Entity) -> list[Entity]:
    """Lock the entities until the transaction ends, and return their current rows in the given order.

    Rows are locked in the order of their keys, so that two transactions do not wait for each other. Raises
    ActionRejected if an entity no longer exists.
    """
    keys = sorted({entity.pk for entity in entities})
    rows = {row.pk: row for row in Entity.objects.select_for_update().filter(pk__in=keys).order_by("pk")}
    if len(rows) < len(keys):
        raise ActionRejected("The entity no longer exists: it has been merged into another.")
    return [rows[entity.pk] for entity in entities]


def lock(keys: Iterable[int]) -> None:
    """Lock the existing entities with these keys. Until the transaction ends, no other action can edit their rows."""
    for batch in batches(set(keys)):
        list(Entity.objects.select_for_update().filter(pk__in=batch).order_by("pk").values_list("pk"))


def reject_taken_slug(slug: str) -> None:
    """Raise ActionRejected if an entity has or had the slug. So a slug never leads to another entity later."""
    if Entity.objects.filter(slug=slug).exists() or Redirect.objects.filter(slug=slug).exists():
        raise ActionRejected(f"The slug '{slug}' is taken.")
