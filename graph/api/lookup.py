"""From a slug in the path to the published entity, or to what is to be said instead."""

import re
from collections.abc import Callable

from config.http.exceptions import MovedPermanently
from graph.api.exceptions import UnknownEntity, WithdrawnEntity
from graph.api.suggestions import near_countries, near_slugs
from graph.kinds import WORDS, Kind
from graph.models import Entity, Redirect

SLUG = re.compile(WORDS)
LONGEST_SLUG = Entity._meta.get_field("slug").max_length
COUNTRY_CODE = re.compile(r"[A-Za-z]{2}")


def published_entity(slug: str, entities) -> Entity:
    """The entity of the query set that has the slug.

    Raise MovedPermanently for a former slug, WithdrawnEntity, and UnknownEntity for drafts and for everything else.
    """
    return _published(slug, entities, Redirect.objects, near_slugs)


def published_country(slug: str, countries) -> Entity:
    """The same for countries alone; a two-letter code of ISO 3166-1 raises MovedPermanently to the country's slug."""
    if COUNTRY_CODE.fullmatch(slug):
        coded = Entity.objects.published().of_kind(Kind.COUNTRY).in_country(slug.lower()).first()
        if coded:
            raise MovedPermanently(coded.slug)
    redirects = Redirect.objects.filter(entity__kind=Kind.COUNTRY)
    return _published(slug, countries.of_kind(Kind.COUNTRY), redirects, near_countries, noun="country")


def _published(slug, entities, redirects, near: Callable[[str], list[str]], noun="entity"):
    entity = entities.filter(slug=slug).first() if _can_be(slug) else None
    if entity is None:
        target = _target(slug, redirects)
        raise MovedPermanently(target.slug) if target else UnknownEntity(slug, near(slug), noun)
    if entity.status == Entity.Status.WITHDRAWN:
        raise WithdrawnEntity(slug)
    if entity.status != Entity.Status.PUBLISHED:
        raise UnknownEntity(slug, near(slug), noun)
    return entity


def _target(slug, redirects):
    """What a former slug leads to; a draft is not told."""
    redirect = redirects.select_related("entity").filter(slug=slug).first() if _can_be(slug) else None
    return redirect.entity if redirect and redirect.entity.status != Entity.Status.DRAFT else None


def _can_be(slug):
    return len(slug) <= LONGEST_SLUG and SLUG.fullmatch(slug)
