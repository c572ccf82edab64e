"""Show the offices of a country, the people who hold them on a day, and the leaders among these people."""

from collections import defaultdict
from datetime import date

from config.http.documents import COUNT, Document, Member, one_of
from graph.documents import END_DATE, ROLE, START_DATE, ShortEntity
from graph.kinds import OFFICE_RANKS, OfficeType
from graph.models.freshness import stale_before
from snapshots.countries.facts import CountryFacts
from snapshots.countries.rows import short_entity
from snapshots.countries.standing import DATES_MEMBER, STATUS_MEMBER, VERIFIED_AT_MEMBER, Standing


class Holder(Document):
    """A person who holds an office, with the dates of the term."""

    politician = Member(ShortEntity, description="Who holds the office")
    start_date = Member(START_DATE, null=True)
    end_date = Member(END_DATE, null=True)
    role = Member(ROLE, null=True)
    status, verified_at, dates = STATUS_MEMBER, VERIFIED_AT_MEMBER, DATES_MEMBER


class SnapshotOffice(Document):
    office = Member(ShortEntity, description="The office")
    office_type = Member(one_of(OfficeType), null=True, description="What the office is")
    term_length = Member(COUNT, null=True, description="Years of one term; null is unknown")
    holders = Member(
        Holder,
        many=True,
        description="Empty where the office is vacant, or no source says who held it on the day",
    )
    status, verified_at, dates = STATUS_MEMBER, VERIFIED_AT_MEMBER, DATES_MEMBER


class Leader(Document):
    """A person who holds an office that is not a seat in a legislature, such as a president or a minister."""

    # Repeat these members: inherited members would come first in the JSON.
    politician = Holder.politician
    office = SnapshotOffice.office
    # Only leaders have this member.
    party = Member(
        ShortEntity,
        null=True,
        description="The party of the person on the day, or the next one that a source confirms in this term. "
        "Null is unknown or none.",
    )
    start_date, end_date = Holder.start_date, Holder.end_date
    role = Holder.role
    status, verified_at, dates = STATUS_MEMBER, VERIFIED_AT_MEMBER, DATES_MEMBER


def section(facts: CountryFacts) -> list[dict]:
    """Return the offices with their holders, sorted by the importance of the office type, then by name."""
    holders = defaultdict(list)
    for term in sorted(facts.terms, key=lambda term: (term.name, term.pk)):
        holders[term.office].append(Holder.from_values((short_entity(term), *_values(term))))
    return [_office(row, holders[row.pk], facts.day) for row in sorted(facts.offices, key=_by_rank)]


def _office(row, holders, day):
    # Do not use a length of the term that a source first confirmed more than two years after the day.
    is_fresh = row.verified_at is None or day >= stale_before(date.fromisoformat(row.verified_at))
    term_length = row.term_length if is_fresh else None
    standing = Standing.of_row(row)._asdict()
    return SnapshotOffice.render(row, office=short_entity(row), term_length=term_length, holders=holders, **standing)


def leaders_section(facts: CountryFacts) -> list[dict]:
    """Return the holders of all offices except seats in a legislature, sorted by the importance of their office.
    Offices without a row of `OfficeDetails` are left out, too. A person with two offices is in the list twice."""
    # Members of a legislature are not leaders of the country.
    leading = (office for office in facts.offices if office.office_type not in (None, OfficeType.LEGISLATOR))
    offices = {office.pk: office for office in leading}
    terms = [(offices[term.office], term) for term in facts.terms if term.office in offices]
    terms.sort(key=lambda pair: (*_by_rank(pair[0])[:2], pair[1].start_date, pair[1].name, pair[1].pk))
    return [_leader(office, term, facts.party_of_leader.get(term.politician)) for office, term in terms]


def _leader(office, term, party):
    entities = short_entity(term), short_entity(office), party and short_entity(party)
    return Leader.from_values((*entities, *_values(term)))


def _values(term):
    """Return the values of a term in the order of the fields of `Holder` and `Leader`: (start, end, role, status,
    verified_at, dates)."""
    return term.start_date or None, term.end_date, term.role, *Standing.of_row(term)


def _by_rank(office):
    return OFFICE_RANKS.get(office.office_type, len(OFFICE_RANKS)), office.name, office.pk
