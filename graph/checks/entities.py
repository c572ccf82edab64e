"""Check entities of all kinds: their slugs, sources, texts and status, and the dates of elections."""

import re

from django.db.models import Exists, OuterRef

from graph.checks.registry import entities
from graph.kinds import KINDS, ElectionStatus, Kind
from graph.models import Entity, Redirect
from graph.models.freshness import stale_before
from graph.text.characters import is_clean

SLUGS = {kind: re.compile(definition.slug_pattern) for kind, definition in KINDS.items()}
MARKUP = re.compile(r"</?[a-z!][^<>]*>|&(?:[a-z][a-z0-9]*|#[0-9]+|#x[0-9a-f]+);", re.IGNORECASE)
PUBLIC_TEXTS = (
    "name",
    "description",
    "other_names__name",
    "country_details__capital",
    "country_details__government_type",
    "country_details__legislature_name",
    "politician_details__overview",
    "election_details__winner",
    "compositions__shares__name",
)


def find_missing(kind, missing, what, day):
    """Return the entities without the fact ``what``, or without a relationship of the type ``what``."""
    found = entities(kind)
    return found.without_fact(kind, what) if missing == "fact" else found.without_relationship(missing, what)


def check_entities_without_source(day):
    return entities().filter(citations=None)


def check_slugs_of_the_wrong_shape(day):
    for kind, slug in entities().values_list("kind", "slug").iterator():
        if not SLUGS[kind].fullmatch(slug):
            yield slug, f"The slug is not one of a {kind}."


def check_slugs_that_lead_elsewhere(day):
    return entities().filter(Exists(Redirect.objects.filter(slug=OuterRef("slug"))))


def check_texts_that_are_not_clean(day):
    """Find public texts with control characters, zero-width characters, needless spaces or decomposed letters."""
    return ((slug, f"{text!a} is not clean.") for slug, text in _texts() if not is_clean(text))


def check_texts_with_markup(day):
    return ((slug, f"{text!a} holds markup.") for slug, text in _texts() if MARKUP.search(text))


def _texts():
    for field in PUBLIC_TEXTS:
        yield from entities().filter(**{f"{field}__gt": ""}).values_list("slug", field).iterator()


def check_drafts(day):
    return Entity.objects.filter(status=Entity.Status.DRAFT).order_by("-updated_at", "-pk")


def check_elections_without_date(day):
    return entities(Kind.ELECTION).filter(election_details=None)


def check_elections_held_in_the_future(day):
    held = entities(Kind.ELECTION).filter(election_details__status=ElectionStatus.HELD)
    return held.filter(election_details__date_first__gt=day)


def check_elections_forgotten(day):
    """Find elections that still have the status "scheduled" more than two years after their date."""
    return entities(Kind.ELECTION).overdue(stale_before(day))


def check_overdue(day):
    return entities(Kind.ELECTION).overdue(day).order_by("-election_details__date_last", "slug")
