"""From a slug in the path to the published entity, or to what is to be said instead."""

import re

from graph.api.exceptions import MovedEntity, UnknownEntity, WithdrawnEntity
from graph.api.suggestions import near_slugs
from graph.kinds import WORDS
from graph.models import Entity, Redirect

SLUG = re.compile(WORDS)
LONGEST_SLUG = Entity._meta.get_field("slug").max_length


def published_entity(slug: str, entities) -> Entity:
    """The entity of the query set that has the slug.

    Raise MovedEntity for a former slug, WithdrawnEntity, and UnknownEntity for drafts and for everything else.
    """
    entity = entities.filter(slug=slug).first() if _can_be(slug) else None
    if entity is None:
        raise _moved_or_unknown(slug)
    if entity.status == Entity.Status.WITHDRAWN:
        raise WithdrawnEntity(slug)
    if entity.status != Entity.Status.PUBLISHED:
        raise UnknownEntity(slug, near_slugs(slug))
    return entity


def _moved_or_unknown(slug):
    redirect = Redirect.objects.select_related("entity").filter(slug=slug).first() if _can_be(slug) else None
    if redirect and redirect.entity.status != Entity.Status.DRAFT:
        return MovedEntity(redirect.entity.slug)
    return UnknownEntity(slug, near_slugs(slug))


def _can_be(slug):
    return len(slug) <= LONGEST_SLUG and SLUG.fullmatch(slug)
