import re
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import TypeVar

from rest_framework.exceptions import APIException

from config.http.exceptions import InvalidParameters, MovedPermanently, truncate
from config.http.problems import Links
from graph.api.suggestions import similar_countries, similar_covered_elections, similar_slugs
from graph.kinds import WORDS, Kind
from graph.models import Entity
from graph.queries.entities import EntityRecord, find_entity
from graph.queries.sql import fetch_all

SLUG = re.compile(WORDS)
LONGEST_SLUG = Entity._meta.get_field("slug").max_length
COUNTRY_CODE = re.compile(r"[A-Za-z]{2}")
REDIRECT = """
    SELECT e.slug FROM graph_redirect r JOIN graph_entity e ON e.id = r.entity_id
    WHERE r.slug = %(slug)s AND e.status <> 'draft' AND (e.kind = %(kind)s OR %(kind)s = '')
"""
Found = TypeVar("Found", Entity, EntityRecord)


class UnknownEntity(APIException):
    status_code = 404
    problem = "not-found"

    def __init__(self, slug: str, suggestions: list[str] | None, noun: str = "entity", links: Links | None = None):
        super().__init__(f"No {noun} has the slug '{truncate(slug)}'.")
        self.members = {"suggestions": suggestions, "links": links or partial(_links, suggestions)}


class WithdrawnEntity(APIException):
    status_code = 410
    problem = "withdrawn"

    def __init__(self, slug: str):
        super().__init__(f"The entity '{slug}' has been withdrawn.")


def _links(slugs):
    names = dict(Entity.objects.filter(slug__in=slugs or ()).values_list("slug", "name"))
    return [(f"/entity/{slug}", names[slug]) for slug in slugs or () if slug in names]


def published_entity(slug: str, find: Callable[[str], Found | None], *, suggests: bool = True) -> Found:
    """Return the published entity that ``find(slug)`` returns. Raise MovedPermanently for an old slug, WithdrawnEntity
    for a withdrawn entity, and UnknownEntity for all other slugs. Unless ``suggests`` is False, UnknownEntity suggests
    similar slugs."""
    return _published(slug, find, similar_slugs if suggests else None)


def published_country(slug: str, day: date) -> EntityRecord:
    """Return the published country with this slug. ``day`` is passed to `find_entity`, but makes no difference for a
    country: its facts are those of today. Raise MovedPermanently for an old slug, and for the code of a country, such
    as "fr". Raise WithdrawnEntity for a withdrawn country, and UnknownEntity for all other slugs."""
    if COUNTRY_CODE.fullmatch(slug):
        entities = Entity.objects.exclude(status=Entity.Status.DRAFT).of_kind(Kind.COUNTRY)
        country = entities.in_country(slug.lower()).first()
        # If no country has this code, the text may be a slug.
        if country:
            raise MovedPermanently(country.slug)
    find = partial(_find_country, day=day)
    return _published(slug, find, similar_countries, kind=Kind.COUNTRY, noun="country")


def check_country(country_code: str) -> None:
    """Raise InvalidParameters if no entity belongs to the country with this code. Drafts do not count. Do nothing if
    the code is "". Views call this when a list is empty, because the reason may be a wrong code."""
    entities = Entity.objects.exclude(status=Entity.Status.DRAFT)
    if country_code and not entities.in_country(country_code).exists():
        detail = "The graph holds no such country; /api/graph/entities?type=country lists all."
        raise InvalidParameters([{"parameter": "country", "detail": detail}])


def published_election(slug: str, find: Callable[[str], Found | None]) -> Found:
    """Return the published election that ``find(slug)`` returns. ``find`` must return only elections with results, or
    None. Raise MovedPermanently for an old slug, WithdrawnEntity for a withdrawn election, and UnknownEntity for all
    other slugs."""
    return _published(slug, find, similar_covered_elections, kind=Kind.ELECTION, noun="covered election")


def _find_country(slug, day):
    found = find_entity(slug, day)
    return found if found and found.kind == Kind.COUNTRY else None


def _published(slug, find, similar: Callable[[str], list[str]] | None, kind="", noun="entity"):
    entity = find(slug) if _is_well_formed(slug) else None
    if entity is None:
        target = _redirect_target(slug, kind)
        raise MovedPermanently(target) if target else UnknownEntity(slug, similar and similar(slug), noun)
    if entity.status == Entity.Status.WITHDRAWN:
        raise WithdrawnEntity(slug)
    # A draft is not public. Its response must be the same as for an unknown slug.
    if entity.status != Entity.Status.PUBLISHED:
        raise UnknownEntity(slug, similar and similar(slug), noun)
    return entity


def _redirect_target(slug, kind):
    parameters = {"slug": slug, "kind": kind}
    rows = fetch_all(REDIRECT, parameters) if _is_well_formed(slug) else []
    return next((target for (target,) in rows), None)


def _is_well_formed(slug):
    # Do not query other texts: the databases treat texts such as NUL differently.
    return len(slug) <= LONGEST_SLUG and SLUG.fullmatch(slug)
