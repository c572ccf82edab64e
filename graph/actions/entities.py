"""Change the facts, the slug or the status of one entity."""

from django.utils import timezone

from graph.actions.editing import editing
from graph.actions.facts import set_facts
from graph.actions.preconditions import ActionRejected, locked, reject_taken_slugs
from graph.descriptions import describe, described_by
from graph.journal.journal import journalled
from graph.models import DETAILS, Change, Entity, Redirect

DRAFT, PUBLISHED, WITHDRAWN = Entity.Status.DRAFT, Entity.Status.PUBLISHED, Entity.Status.WITHDRAWN


def create(*, kind, name, slug, country_code="", status=PUBLISHED, by=None, note="", **facts) -> Entity:
    """Create an entity with the facts of its kind.

    Raises ActionRejected if an entity has or had the slug, ValidationError for an invalid value.
    """
    with editing(by=by, note=note) as journal:
        reject_taken_slugs([slug])
        times = {"created_at": journal.at, "updated_at": journal.at}
        entity = Entity(kind=kind, name=name, slug=slug, country_code=country_code, status=status, **times)
        _set_facts(entity, facts)
    entity.refresh_from_db()
    return entity


def update(*, entity: Entity, by=None, note="", **facts) -> Entity:
    """Change the name, the description or other facts. Later imports do not overwrite these facts.

    Raises ActionRejected for a fact that the kind does not have, ValidationError for an invalid value.
    """
    with editing(entity, by=by, note=note):
        entity.refresh_from_db()
        _set_facts(entity, facts)
    entity.refresh_from_db()
    return entity


def _set_facts(entity, facts):
    details = entity.details or DETAILS[entity.kind](entity=entity)
    if set_facts(entity, details, facts) or entity._state.adding:
        entity.full_clean()
        entity.save()
        details.full_clean(exclude=["entity"])
        details.save()


def rename(*, entity: Entity, slug: str, by=None, note="") -> Entity:
    """Give the entity another slug. The old slug redirects to the entity, and the entity can get it back later.

    Raises ActionRejected if the slug is taken, ValidationError if it is invalid.
    """
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


def publish(*, entity: Entity, by=None, note="") -> Entity:
    """Publish a draft. Raises ActionRejected if the entity is not a draft."""
    return _set_status(PUBLISHED, entity, DRAFT, Change.Action.CREATED, by, note)


def restore(*, entity: Entity, by=None, note="") -> Entity:
    """Publish a withdrawn entity again. Raises ActionRejected if the entity is not withdrawn."""
    return _set_status(PUBLISHED, entity, WITHDRAWN, Change.Action.RESTORED, by, note)


def withdraw(*, entity: Entity, by=None, note="") -> Entity:
    """Withdraw an entity, so that its URL responds with 410 (Gone). Raises ActionRejected if it is not published."""
    return _set_status(WITHDRAWN, entity, PUBLISHED, Change.Action.WITHDRAWN, by, note)


def _set_status(status, entity, expected, action, by, note):
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
