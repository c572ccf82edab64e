"""The offices of the country with everybody who holds them."""

from collections import defaultdict

from graph.documents import short_form
from graph.kinds import OFFICE_RANKS
from snapshots.countries import certainty
from snapshots.countries.facts import CountryFacts


def section(facts: CountryFacts) -> list[dict]:
    """The most important first, seats in the legislature last; a vacant office has no holder."""
    holders = defaultdict(list)
    for holding in sorted(facts.holdings, key=lambda holding: (holding.subject.name, holding.pk)):
        holders[holding.object_id].append(holder(holding))
    ordered = sorted(facts.offices, key=lambda office: (importance(office), office.name, office.pk))
    return [_office(office, holders[office.pk]) for office in ordered]


def importance(office) -> int:
    """The place of an office among the types of offices; those of no known type come last."""
    return OFFICE_RANKS.get(office.details.office_type if office.details else "", len(OFFICE_RANKS))


def holder(holding) -> dict:
    """Who holds an office, since when, in which role ("acting"), and whether that is certain."""
    return {
        "politician": short_form(holding.subject),
        "start_date": holding.start_date or None,
        "end_date": holding.end_date or None,
        "role": holding.role or None,
        "certainty": certainty.of_status(holding.status),
    }


def _office(office, holders):
    details = office.details
    return {
        "office": short_form(office),
        "office_type": (details and details.office_type) or None,
        "term_length": details and details.term_length,
        "holders": holders,
    }
