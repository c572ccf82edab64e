"""Whether the outside is told of an entity."""

from django.utils import timezone

from graph.actions.exceptions import ActionRejected
from graph.actions.locking import locked
from graph.descriptions import describe, described_by
from graph.journal.journal import journalled
from graph.models import Change, Entity

DRAFT, PUBLISHED, WITHDRAWN = Entity.Status.DRAFT, Entity.Status.PUBLISHED, Entity.Status.WITHDRAWN


def publish(*, entity: Entity, by=None, note="") -> Entity:
    """Tell the outside of a draft; to it the entity is created now."""
    return _become(PUBLISHED, entity, DRAFT, Change.Action.CREATED, by, note)


def restore(*, entity: Entity, by=None, note="") -> Entity:
    """Tell the outside again of an entity that was withdrawn."""
    return _become(PUBLISHED, entity, WITHDRAWN, Change.Action.RESTORED, by, note)


def withdraw(*, entity: Entity, by=None, note="") -> Entity:
    """Tell the outside no more of an entity; its slug answers 410 and is given to no other."""
    return _become(WITHDRAWN, entity, PUBLISHED, Change.Action.WITHDRAWN, by, note)


def _become(status, entity, expected, action, by, note):
    with journalled(by=by, note=note) as journal:
        (entity,) = locked(entity)
        if entity.status != expected:
            raise ActionRejected(f"'{entity.slug}' is {entity.status}, not {expected}.")
        if status == WITHDRAWN:
            journal.record_end(entity, action)
        else:
            journal.record(entity.pk, action)
        entity.status = status
        entity.updated_at = max(entity.updated_at, journal.at)
        entity.save()
        describe(described_by([entity.pk]), timezone.localdate(), journal)
    return entity
