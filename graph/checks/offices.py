from collections import defaultdict

from django.db.models import Count, F
from django.db.models.functions import Coalesce, ExtractYear

from graph.checks.registry import entities, relationships
from graph.kinds import OFFICE_RANKS, Kind, OfficeType
from graph.relations import RelationshipType

HEADS_OF_STATE = (OfficeType.HEAD_OF_STATE, OfficeType.HEAD_OF_STATE_AND_GOVERNMENT)
HEADS_OF_GOVERNMENT = (OfficeType.HEAD_OF_GOVERNMENT, OfficeType.HEAD_OF_STATE_AND_GOVERNMENT)
MINIMUM_AGE_IN_OFFICE = 15
NAMES_SHOWN = 5


def check_two_heads_of_state(day):
    return _several_at_once("heads of state", HEADS_OF_STATE, day)


def check_two_heads_of_government(day):
    return _several_at_once("heads of government", HEADS_OF_GOVERNMENT, day)


def _several_at_once(title, office_types, day):
    people = defaultdict(set)
    held = relationships(RelationshipType.HOLDS_OFFICE).current(day)
    held = held.filter(object__office_details__office_type__in=office_types)
    for code, slug in held.values_list("object__country_code", "subject__slug"):
        people[code].add(slug)
    for country in entities(Kind.COUNTRY).order_by("slug"):
        names = sorted(people[country.country_code])
        if len(names) > 1:
            yield country.slug, f"{country.name} has {len(names)} {title} at once: {', '.join(names)}."


def check_politicians_too_young_for_office(day):
    age = ExtractYear(Coalesce("start_first", "end_last")) - F("subject__politician_details__birth_year")
    return relationships(RelationshipType.HOLDS_OFFICE).annotate(age=age).filter(age__lt=MINIMUM_AGE_IN_OFFICE)


def check_politicians_with_offices_abroad_only(day):
    """Find politicians whose offices are all in one country, which is not their own."""
    held = entities(Kind.POLITICIAN).filter(outgoing__type=RelationshipType.HOLDS_OFFICE)
    countries = Count("outgoing__object__country_code", distinct=True)
    abroad = relationships(RelationshipType.HOLDS_OFFICE).exclude(object__country_code=F("subject__country_code"))
    return abroad.filter(subject__in=held.annotate(countries=countries).filter(countries=1))


def check_offices_without_holder(day):
    return entities(Kind.OFFICE).without_holder(day)


def check_offices(day):
    """Find offices that nobody, or more than one person, holds. Legislators share an office."""
    legislator = {"object__office_details__office_type": OfficeType.LEGISLATOR}
    holders = defaultdict(dict)
    held = relationships(RelationshipType.HOLDS_OFFICE).exclude(**legislator).current(day)
    for office, pk, name in held.values_list("object_id", "subject_id", "subject__name"):
        holders[office][pk] = name
    offices = entities(Kind.OFFICE).exclude(office_details__office_type=OfficeType.LEGISLATOR)
    for office in sorted(offices.select_related("office_details"), key=_rank):
        if len(holders[office.pk]) != 1:
            yield office.slug, _holders_sentence(sorted(holders[office.pk].values()))


def _rank(office):
    known = office.details and office.details.office_type
    return OFFICE_RANKS.get(known, len(OFFICE_RANKS)), office.country_code, office.slug


def _holders_sentence(names):
    if not names:
        return "No current holder is known."
    more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
    return f"Held by {len(names)} at once: {', '.join(names[:NAMES_SHOWN])}{more}."
