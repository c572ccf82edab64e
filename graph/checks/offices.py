from collections import defaultdict
from collections.abc import Iterator
from datetime import date

from graph.checks.queries import entities, statements, without
from graph.kinds import Kind, OfficeType
from graph.relations import RelationshipType

HEADS_OF_STATE = (OfficeType.HEAD_OF_STATE, OfficeType.HEAD_OF_STATE_AND_GOVERNMENT)
HEADS_OF_GOVERNMENT = (OfficeType.HEAD_OF_GOVERNMENT, OfficeType.HEAD_OF_STATE_AND_GOVERNMENT)


def check_offices_without_country(day: date) -> Iterator[tuple[str, str]]:
    for slug, name in without(Kind.OFFICE, RelationshipType.OFFICE_IN_COUNTRY):
        yield slug, f"{name} is an office of no country."


def check_institutions_without_country(day: date) -> Iterator[tuple[str, str]]:
    for slug, name in without(Kind.INSTITUTION, RelationshipType.INSTITUTION_IN_COUNTRY):
        yield slug, f"{name} is an institution of no country."


def check_two_heads_of_state(day: date) -> Iterator[tuple[str, str]]:
    """More than one person at once, in one country; the finding is about the country."""
    for slug, country, people in _several_at_once(HEADS_OF_STATE, day):
        yield slug, f"{country} has {len(people)} heads of state at once: {', '.join(people)}."


def check_two_heads_of_government(day: date) -> Iterator[tuple[str, str]]:
    for slug, country, people in _several_at_once(HEADS_OF_GOVERNMENT, day):
        yield slug, f"{country} has {len(people)} heads of government at once: {', '.join(people)}."


def _several_at_once(office_types, day):
    people = defaultdict(set)
    held = statements(RelationshipType.HOLDS_OFFICE).filter(object__office_details__office_type__in=office_types)
    for code, slug in held.current(day).values_list("object__country_code", "subject__slug"):
        people[code].add(slug)
    for country in entities(Kind.COUNTRY).order_by("slug"):
        if len(people[country.country_code]) > 1:
            yield country.slug, country.name, sorted(people[country.country_code])
