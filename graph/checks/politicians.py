from collections.abc import Iterator
from datetime import date

from django.db.models import Count, F
from django.db.models.functions import Coalesce, ExtractYear

from graph.checks.queries import entities, statements, without
from graph.kinds import Kind
from graph.relations import RelationshipType

LEAST_AGE_IN_OFFICE = 15


def check_politicians_without_office(day: date) -> Iterator[tuple[str, str]]:
    """A politician is in the graph for an office held, now or once."""
    for slug, name in without(Kind.POLITICIAN, RelationshipType.HOLDS_OFFICE):
        yield slug, f"{name} holds and held no office."


def check_politicians_too_young_for_office(day: date) -> Iterator[tuple[str, str]]:
    """Born after taking office, or shortly before: two people merged into one, or a slip in a year."""
    age = ExtractYear(Coalesce("start_first", "end_last")) - F("subject__politician_details__birth_year")
    young = statements(RelationshipType.HOLDS_OFFICE).annotate(age=age).filter(age__lt=LEAST_AGE_IN_OFFICE)
    for slug, name, office, age in young.values_list("subject__slug", "subject__name", "object__name", "age"):
        yield slug, f"{name} was {age} years old as {office}."


def check_politicians_with_offices_abroad_only(day: date) -> Iterator[tuple[str, str]]:
    """Offices of one foreign country and none at home; a sovereign of several countries is at home in one of them."""
    held = entities(Kind.POLITICIAN).filter(outgoing__type=RelationshipType.HOLDS_OFFICE)
    in_one_country = held.annotate(countries=Count("outgoing__object__country_code", distinct=True)).filter(countries=1)
    abroad = statements(RelationshipType.HOLDS_OFFICE).exclude(object__country_code=F("subject__country_code"))
    found = abroad.filter(subject__in=in_one_country).values_list(
        "subject__slug", "subject__name", "subject__country_code", "object__name"
    )
    for slug, name, country, office in found:
        yield slug, f"{name} is of {country!r}, but was {office}."
