"""Offices that nobody is known to hold, or several at once."""

from collections import defaultdict

from graph.checks.queries import entities, statements
from graph.kinds import Kind, OfficeType
from graph.relations import RelationshipType
from graph.worklists.row import Row

ORDER = {office.value: place for place, office in enumerate(OfficeType)}
NAMED = 5


def rows(kinds, day):
    """(office, names of those who hold it now), where these are not one; the most important offices first."""
    if Kind.OFFICE not in kinds:
        return []
    holders = _holders(day)
    offices = entities(Kind.OFFICE).exclude(office_details__office_type=OfficeType.LEGISLATOR)
    found = [(row, sorted(holders[row.pk].values())) for row in offices.select_related("office_details")]
    return sorted((pair for pair in found if len(pair[1]) != 1), key=_importance)


def counts(day):
    return {Kind.OFFICE.value: len(rows([Kind.OFFICE], day))}


def tell(rows, day):
    return [Row(office, _sentence(names)) for office, names in rows]


def _holders(day):
    """Names by key, by the key of the office."""
    held = statements(RelationshipType.HOLDS_OFFICE).exclude(object__office_details__office_type=OfficeType.LEGISLATOR)
    holders = defaultdict(dict)
    for office, pk, name in held.current(day).values_list("object_id", "subject_id", "subject__name"):
        holders[office][pk] = name
    return holders


def _importance(pair):
    office, _ = pair
    details = office.details
    return ORDER.get(details.office_type if details else "", len(ORDER)), office.country_code, office.slug


def _sentence(names):
    if not names:
        return "Nobody is known to hold it now."
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"Held by {len(names)} at once: {', '.join(names[:NAMED])}{more}."
