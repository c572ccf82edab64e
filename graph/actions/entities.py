from datetime import date
from functools import partial

from django.utils import timezone

from graph.actions.editing import editing
from graph.actions.preconditions import ActionRejected, locked, reject_taken_slugs
from graph.descriptions import describe, described_by
from graph.journal.journal import journalled
from graph.journal.revisions import write_many
from graph.models import Change, Coverage, Entity, Redirect, Relationship
from graph.results import Mode

DRAFT, PUBLISHED, WITHDRAWN = Entity.Status.DRAFT, Entity.Status.PUBLISHED, Entity.Status.WITHDRAWN


def rename(*, entity: Entity, slug: str, by=None, note="") -> Entity:
    """Change the slug of the entity, and return the entity as it is now. The old slug then redirects to the new one.
    Raise ActionRejected if the entity no longer exists or has this slug already, or if another entity has or had this
    slug. Raise ValidationError if ``slug`` is not a valid slug."""
    with journalled(by=by, note=note) as journal:
        (entity,) = locked(entity)
        old = entity.slug
        if slug == old:
            raise ActionRejected(f"'{slug}' is its slug already.")
        entity.redirects.filter(slug=slug).delete()
        reject_taken_slugs([slug])
        entity.slug, entity.updated_at = slug, max(entity.updated_at, journal.at)
        entity.full_clean()
        entity.save()
        Redirect.objects.create(slug=old, entity=entity)
        journal.record(entity.pk, Change.Action.RENAMED, {"slug": [old, slug]})
    return entity


def _set_status(status, expected, action, *, entity: Entity, by=None, note="") -> Entity:
    with journalled(by=by, note=note) as journal:
        (entity,) = locked(entity)
        if entity.status != expected:
            raise ActionRejected(f"'{entity.slug}' is {entity.status}, not {expected}.")
        if Coverage.objects.filter(election=entity, mode=Mode.TEST).exists():
            raise ActionRejected(f"'{entity.slug}' is a rehearsal.")
        if status == WITHDRAWN:
            journal.record_end(entity, action)
        else:
            journal.record(entity.pk, action)
        entity.status, entity.updated_at = status, max(entity.updated_at, journal.at)
        entity.save()
        describe(described_by([entity.pk]), timezone.localdate(), journal)
    return entity


# The journal has the action "created" for the first publication, because drafts are not public.
publish = partial(_set_status, PUBLISHED, DRAFT, Change.Action.CREATED)
restore = partial(_set_status, PUBLISHED, WITHDRAWN, Change.Action.RESTORED)
withdraw = partial(_set_status, WITHDRAWN, PUBLISHED, Change.Action.WITHDRAWN)


def verify(*, entity: Entity, day: date, by=None, note="") -> int:
    """Record that a source has confirmed, on ``day``, all relationships whose subject is ``entity``. This replaces any
    stored day of confirmation, even a later one. Return the number of changed relationships. Raise ActionRejected if
    the day is in the future, if there are no such relationships, or if the entity no longer exists."""
    if day > timezone.localdate():
        raise ActionRejected("The day of verification is in the future.")
    with editing(entity, by=by, note=note):
        outgoing = Relationship.objects.filter(subject=entity)
        if not outgoing.exists():
            raise ActionRejected(f"'{entity.slug}' is the subject of no relationship.")
        others = list(outgoing.exclude(verified_at=day))
        for relationship in others:
            relationship.verified_at = day
        write_many(others, ["verified_at"])
        return len(others)
