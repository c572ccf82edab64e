"""Slugs: a former one leads to the entity for ever."""

from graph.actions.exceptions import ActionRejected
from graph.actions.locking import locked, reject_taken_slug
from graph.journal.journal import journalled
from graph.models import Change, Entity, Redirect


def rename(*, entity: Entity, slug: str, by=None, note="") -> Entity:
    """Give the entity another slug; the old one leads to it. An entity may have a former slug of its own back.

    Raises ActionRejected for a slug that another has or had, ValidationError for what is no slug.
    """
    with journalled(by=by, note=note) as journal:
        (entity,) = locked(entity)
        former = entity.slug
        if slug == former:
            raise ActionRejected(f"'{slug}' is its slug already.")
        entity.redirects.filter(slug=slug).delete()
        reject_taken_slug(slug)
        entity.slug, entity.updated_at = slug, max(entity.updated_at, journal.at)
        entity.full_clean()
        entity.save()
        Redirect.objects.create(slug=former, entity=entity)
        journal.record(entity.pk, Change.Action.RENAMED, {"slug": [former, slug]})
    return entity
