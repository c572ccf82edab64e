"""List the offices of a country and the people who hold them on the day."""

from collections import defaultdict

from config.http.documents import COUNT, PARTIAL_DATE, STRING, Document, Member, one_of
from graph.documents import ShortEntity, detail
from graph.kinds import OFFICE_RANKS, OfficeType
from snapshots.countries.certainty import CERTAINTY, certainty_of_status
from snapshots.countries.facts import CountryFacts


class Holder(Document):
    """A person who holds an office, with the dates of the term. The data comes from a "holds office" relationship."""

    politician = Member(ShortEntity, "subject")
    start_date = Member(PARTIAL_DATE, null=True)
    end_date = Member(PARTIAL_DATE, null=True)
    role = Member(STRING, null=True, description="Such as acting or interim")
    certainty = Member(CERTAINTY, lambda term: certainty_of_status(term.status))


class SnapshotOffice(Document):
    office = Member(ShortEntity, lambda office: office)
    office_type = Member(one_of(OfficeType), detail("office_type"), null=True)
    term_length = Member(COUNT, detail("term_length"), null=True, description="Years")
    holders = Member(
        Holder,
        many=True,
        description="Empty where the office is vacant, or no source says who held it on the day",
    )


def section(facts: CountryFacts) -> list[dict]:
    """Return a row for each office, sorted by `importance` and then by name."""
    holders = defaultdict(list)
    for term in sorted(facts.terms, key=lambda term: (term.subject.name, term.pk)):
        holders[term.object_id].append(Holder.render(term))
    ordered = sorted(facts.offices, key=lambda office: (importance(office), office.name, office.pk))
    return [SnapshotOffice.render(office, holders=holders[office.pk]) for office in ordered]


def importance(office) -> int:
    """Return the rank of an office by its type; 0 is the most important. Offices without a type come last."""
    return OFFICE_RANKS.get(office.details.office_type if office.details else "", len(OFFICE_RANKS))
