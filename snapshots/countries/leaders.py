"""Who leads the country: head of state first, then head of government, then the others."""

from graph.documents import short_form
from snapshots.countries.facts import CountryFacts, leading
from snapshots.countries.offices import holder, importance


def section(facts: CountryFacts) -> list[dict]:
    """One row a leader and office; an office that nobody holds has none."""
    leading_ones = leading(facts.offices)
    offices = {office.pk: office for office in facts.offices if office.pk in leading_ones}
    held = [(offices[holding.object_id], holding) for holding in facts.holdings if holding.object_id in offices]
    return [_leader(office, holding, facts.parties_of) for office, holding in sorted(held, key=_order)]


def _leader(office, holding, parties_of):
    party = parties_of.get(holding.subject_id)
    told = {"politician": None, "office": short_form(office), "party": party and short_form(party)}
    return told | holder(holding)


def _order(pair):
    office, holding = pair
    return importance(office), office.name, holding.start_date, holding.subject.name, holding.pk
