from itertools import islice

from graph.actions import ActionRejected
from graph.kinds import Kind
from graph.models import Entity, Redirect
from graph.text.slugs import candidates

MOST_TRIED = 50


def propose(entity: Entity, facts: dict) -> str:
    """The first slug that is free for a new entity with these facts. Raises ActionRejected."""
    country = (
        Entity.objects.of_kind(Kind.COUNTRY).in_country(entity.country_code).values_list("slug", flat=True).first()
    )
    told = {**facts, "birth": str(facts.get("birth_year") or "")}
    found = candidates(
        entity.kind,
        entity.name,
        country=country or entity.country_code,
        country_code=entity.country_code,
        told=told.get,
    )
    tried = list(islice(found, MOST_TRIED))
    taken = {
        slug
        for table in (Entity, Redirect)
        for slug in table.objects.filter(slug__in=tried).values_list("slug", flat=True)
    }
    free = [slug for slug in tried if slug not in taken]
    if not free:
        raise ActionRejected("No slug is left that is made of this name: write one.")
    return free[0]
