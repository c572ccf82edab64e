"""How entities are told apart where one is chosen: by country and year, as namesakes have to be."""

from graph.kinds import Kind
from graph.models import Entity
from graph.models.entities import details_name
from graph.text import dates

YEARS = {
    Kind.POLITICIAN: lambda details: details.birth_year,
    Kind.PARTY: lambda details: details.founded_year,
    Kind.ELECTION: lambda details: dates.year_of(details.date),
    Kind.INSTITUTION: lambda details: details.founded_year,
}
"""What year tells an entity of the kind from its namesakes."""


def labelled(kind: str):
    """Entities of the kind with all that their labels say."""
    return Entity.objects.of_kind(kind).select_related(details_name(kind)).with_country_name()


def choosable(kind: str):
    """What can be chosen where one of the kind is asked for: not what is withdrawn."""
    return labelled(kind).exclude(status=Entity.Status.WITHDRAWN)


def label(entity: Entity) -> str:
    """``Angela Merkel (Germany, 1954)``; what is not published says that too."""
    details = entity.details
    year = YEARS[entity.kind](details) if details and entity.kind in YEARS else None
    country = entity.country_name or entity.country_code.upper()
    told = [
        "" if entity.kind == Kind.COUNTRY else country,
        str(year or ""),
        "" if entity.status == Entity.Status.PUBLISHED else entity.status,
    ]
    in_brackets = ", ".join(part for part in told if part)
    return f"{entity.name} ({in_brackets})" if in_brackets else entity.name
