"""Find the published entity whose slug is in the path of a request."""

import re
from collections.abc import Callable

from rest_framework.exceptions import APIException

from config.http.exceptions import MovedPermanently, truncate
from graph.api.suggestions import similar_countries, similar_slugs
from graph.kinds import WORDS, Kind
from graph.models import Entity, Redirect

SLUG = re.compile(WORDS)
LONGEST_SLUG = Entity._meta.get_field("slug").max_length
COUNTRY_CODE = re.compile(r"[A-Za-z]{2}")


class UnknownEntity(APIException):
    """Raised if no published entity has the slug; the response is 404. ``suggestions`` are similar published slugs."""

    status_code = 404
    problem = "not-found"

    def __init__(self, slug: str, suggestions: list[str], noun: str = "entity"):
        super().__init__(f"No {noun} has the slug '{truncate(slug)}'.")
        self.members = {"suggestions": suggestions}


class WithdrawnEntity(APIException):
    """Raised if an editor has withdrawn the entity with this slug, which was published before; the response is 410."""

    status_code = 410
    problem = "withdrawn"

    def __init__(self, slug: str):
        super().__init__(f"The entity '{slug}' has been withdrawn.")


def published_entity(slug: str, entities) -> Entity:
    """Return the published entity with this slug from the query set ``entities``.

    Raise MovedPermanently for an old slug, WithdrawnEntity, and UnknownEntity for a draft or an unknown slug.
    """
    return _published(slug, entities, Redirect.objects, similar_slugs)


def published_country(slug: str, countries) -> Entity:
    """Return the published country with this slug. Raise the same exceptions as `published_entity`.

    For the two-letter ISO 3166-1 code of a published country, raise MovedPermanently with the slug of the country.
    """
    if COUNTRY_CODE.fullmatch(slug):
        country = Entity.objects.published().of_kind(Kind.COUNTRY).in_country(slug.lower()).first()
        # A code that no published country has may still be a slug.
        if country:
            raise MovedPermanently(country.slug)
    redirects = Redirect.objects.filter(entity__kind=Kind.COUNTRY)
    return _published(slug, countries.of_kind(Kind.COUNTRY), redirects, similar_countries, noun="country")


def _published(slug, entities, redirects, similar: Callable[[str], list[str]], noun="entity"):
    entity = entities.filter(slug=slug).first() if _is_well_formed(slug) else None
    if entity is None:
        target = _redirect_target(slug, redirects)
        raise MovedPermanently(target.slug) if target else UnknownEntity(slug, similar(slug), noun)
    if entity.status == Entity.Status.WITHDRAWN:
        raise WithdrawnEntity(slug)
    # A draft is not public, so its response is the same as for an unknown slug.
    if entity.status != Entity.Status.PUBLISHED:
        raise UnknownEntity(slug, similar(slug), noun)
    return entity


def _redirect_target(slug, redirects):
    """Return the entity that an old slug leads to. Return None if the slug is no old slug or the entity is a draft."""
    redirect = redirects.select_related("entity").filter(slug=slug).first() if _is_well_formed(slug) else None
    return redirect.entity if redirect and redirect.entity.status != Entity.Status.DRAFT else None


def _is_well_formed(slug):
    # The databases differ in how they treat other text, such as NUL, so no query gets it.
    return len(slug) <= LONGEST_SLUG and SLUG.fullmatch(slug)
