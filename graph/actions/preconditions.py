"""Check whether an action is possible with the data as they are, and lock the entities that it changes."""

from collections.abc import Iterable

from django.db.models import Max

from graph.batches import batches
from graph.models import Change, Entity, Redirect


class ActionRejected(ValueError):
    """Raised if an action, such as a merge, is not possible with the data as they are. Nothing is changed. Editors see
    the message."""


class EditConflict(ActionRejected):
    """Raised if somebody has changed the entity since the editor read it. ``changes`` is a query set of the journal
    rows of these changes, the oldest first."""

    def __init__(self, changes):
        super().__init__("Somebody else has changed it in the meantime.")
        self.changes = changes


def locked(*entities: Entity) -> list[Entity]:
    """Lock these entities until the end of the transaction, and return their current rows in the same order. Raise
    ActionRejected if an entity no longer exists."""
    keys = sorted({entity.pk for entity in entities})
    rows = {row.pk: row for row in Entity.objects.select_for_update().filter(pk__in=keys).order_by("pk")}
    if len(rows) < len(keys):
        raise ActionRejected("The entity no longer exists: it has been merged into another.")
    return [rows[entity.pk] for entity in entities]


def lock(keys: Iterable[int]) -> None:
    for batch in batches(set(keys)):
        list(Entity.objects.select_for_update().filter(pk__in=batch).order_by("pk").values_list("pk"))


def version_of(entity: Entity) -> int:
    """Return the version of an entity: the primary key of its newest row in the change journal, or 0 if there is none.
    Each change gives the entity a higher version."""
    return versions_of([entity.pk])[entity.pk]


def versions_of(keys: Iterable[int]) -> dict[int, int]:
    versions = {}
    for batch in batches(keys):
        newest = Change.objects.filter(entity_id__in=batch).order_by().values("entity_id").annotate(last=Max("pk"))
        versions |= dict.fromkeys(batch, 0) | dict(newest.values_list("entity_id", "last"))
    return versions


def reject_outdated(entity: Entity, seen: int | None) -> None:
    """Raise EditConflict if the entity has changed since an editor read it. ``seen`` is the version that the editor has
    read: the primary key of the entity's newest journal row at that time. If ``seen`` is None, do nothing."""
    if seen is not None and seen != version_of(entity):
        raise EditConflict(Change.objects.filter(entity_id=entity.pk, pk__gt=seen).order_by("pk"))


def reject_taken_slugs(slugs: Iterable[str]) -> None:
    if taken := taken_slugs(slugs):
        raise ActionRejected(f"The slug '{min(taken)}' is taken.")


def taken_slugs(slugs: Iterable[str]) -> set[str]:
    """Return which of these slugs are taken: an entity has them now, or had them earlier."""
    rows = (model.objects.filter(slug__in=batch) for batch in batches(slugs) for model in (Entity, Redirect))
    return {row.slug for found in rows for row in found.only("slug")}
