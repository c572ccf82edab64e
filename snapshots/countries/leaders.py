"""List the leaders of a country: the head of state first, then the head of government, then the others."""

from config.http.documents import Document, Member
from graph.documents import ShortEntity
from snapshots.countries.facts import CountryFacts, leading_offices
from snapshots.countries.offices import Holder, importance


class Leader(Document):
    """A person who leads the country, with the office and the person's party. An unknown party is null."""

    # The members are repeated and not inherited, because inherited members come first in the JSON.
    politician = Holder.politician
    office = Member(ShortEntity)
    party = Member(ShortEntity, null=True)
    start_date, end_date = Holder.start_date, Holder.end_date
    role, certainty = Holder.role, Holder.certainty


def section(facts: CountryFacts) -> list[dict]:
    """Return a row for each pair of a leader and an office. A vacant office has no row."""
    leading = leading_offices(facts.offices)
    offices = {office.pk: office for office in facts.offices if office.pk in leading}
    terms = [(offices[term.object_id], term) for term in facts.terms if term.object_id in offices]
    return [_leader(office, term, facts.party_of_leader) for office, term in sorted(terms, key=_order)]


def _leader(office, term, party_of_leader):
    party = party_of_leader.get(term.subject_id)
    return Leader.render(term, office=ShortEntity.render(office), party=party and ShortEntity.render(party))


def _order(pair):
    office, term = pair
    return importance(office), office.name, term.start_date, term.subject.name, term.pk
