"""Build the records of the United States' chambers, offices and parties, and of the terms and memberships."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import date

from graph.importers import builders
from graph.importers.congress.people import COUNTRY, key
from graph.importers.records import CompositionRecord, Record, RelationshipRecord, SeatShareRecord, country_key
from graph.kinds import InstitutionType, NoParty, OfficeType
from graph.relations import RelationshipType
from graph.text import dates

HOUSE, SENATE = "us:house", "us:senate"
CHAMBERS = {
    HOUSE: ("House of Representatives", InstitutionType.LOWER_CHAMBER),
    SENATE: ("Senate", InstitutionType.UPPER_CHAMBER),
}
# The offices by the source's type of term: key, name, type, years of a term, chamber.
OFFICES = {
    "rep": (
        "us:representative",
        "Member of the House of Representatives of the United States",
        OfficeType.LEGISLATOR,
        2,
        HOUSE,
    ),
    "sen": ("us:senator", "Member of the Senate of the United States", OfficeType.LEGISLATOR, 6, SENATE),
    "prez": ("us:president", "President of the United States", OfficeType.HEAD_OF_STATE_AND_GOVERNMENT, 4, ""),
    "viceprez": ("us:vice-president", "Vice President of the United States", OfficeType.DEPUTY, 4, ""),
}
SEATS = {"rep": (HOUSE, 435), "sen": (SENATE, 100)}
# The District of Columbia and five territories send delegates to the House who have no vote.
WITHOUT_VOTE = frozenset({"AS", "DC", "GU", "MP", "PR", "VI"})

# The source does not name parties but their members: "Democrat".
PARTIES = {
    "Democrat": "Democratic Party",
    "Democratic-Republican": "Democratic-Republican Party",
    "Federalist": "Federalist Party",
    "Republican": "Republican Party",
    "Whig": "Whig Party",
}
NO_PARTY = ("Independent", "no party")
# The source has no data about parties, so their end is given here.
DISSOLVED = {"Federalist": "1824", "Democratic-Republican": "1825", "Whig": "1856"}


def offices() -> Iterator[Record]:
    """Yield the chambers and the offices, with the relationships between chamber, office and country."""
    country = country_key(COUNTRY)
    for chamber, (name, type_) in CHAMBERS.items():
        yield builders.institution(chamber, name, COUNTRY, type_)
        yield builders.relationship(RelationshipType.INSTITUTION_IN_COUNTRY, chamber, country, line=name)
    for office_key, name, type_, years, chamber in OFFICES.values():
        yield builders.office(office_key, name, COUNTRY, type_, line=name, chamber=chamber, term_length=years)
        yield builders.relationship(RelationshipType.OFFICE_IN_COUNTRY, office_key, country, line=name)
        if chamber:
            yield builders.relationship(RelationshipType.CONTAINS_OFFICE, chamber, office_key, line=name)


def parties() -> Iterator[Record]:
    """Yield each party, and the relationship that it operates in the United States."""
    for label, name in PARTIES.items():
        yield from builders.party(_party_key(label), name, COUNTRY, end=DISSOLVED.get(label, ""), line=label)


def terms(person, line: str) -> Iterator[RelationshipRecord]:
    """Yield each term of office of the person. A current term has an end in the future."""
    for term in person["terms"]:
        start, end = _period(term)
        office = OFFICES[term["type"]][0]
        yield builders.relationship(RelationshipType.HOLDS_OFFICE, key(person), office, start, end, line=line)


def memberships(person, today: date, line: str) -> Iterator[RelationshipRecord]:
    """Yield one membership per party. It has no end if the last term for the party ends on ``today`` or later."""
    periods_by_party = defaultdict(list)
    for term in person["terms"]:
        # When a member changed the party during a term, the source lists the parts of that term.
        for part in term.get("party_affiliations") or [term]:
            periods_by_party[part["party"]].append(_period(part))
    for label, periods in periods_by_party.items():
        if label not in NO_PARTY:
            start, last_day = min(start for start, _ in periods), max(end for _, end in periods)
            end = last_day if dates.last_day(last_day) < today else ""
            type_, party = RelationshipType.MEMBER_OF_PARTY, _party_key(label)
            yield builders.relationship(type_, key(person), party, start, end, line=line)


def compositions(people: list, day: date, line: str) -> Iterator[CompositionRecord]:
    """Yield the seats by party in each chamber on that day. ``people`` has the current members."""
    seats = Counter(_seat(person["terms"][-1], day) for person in people if _has_seat(person, day))
    for type_, (chamber, total) in SEATS.items():
        taken = {label: number for (type_of_seat, label), number in seats.items() if type_of_seat == type_}
        yield CompositionRecord(
            institution=chamber,
            start_date=day.isoformat(),
            total=total,
            shares=tuple(_shares(taken, total)),
            line=line,
        )


def _has_seat(person, day):
    if not person["terms"]:
        return False
    start, end = _period(person["terms"][-1])
    return dates.first_day(start) <= day <= dates.last_day(end) and person["terms"][-1].get("state") not in WITHOUT_VOTE


def _seat(term, day):
    """Return the source's type of the term, and the party on that day: empty for an independent."""
    parts = [part for part in term.get("party_affiliations", ()) if dates.first_day(_period(part)[0]) <= day]
    label = (parts or [term])[-1]["party"]
    return term["type"], "" if label in NO_PARTY else label


def _shares(taken, total):
    for label, number in sorted(taken.items(), key=lambda entry: -entry[1]):
        if label:
            yield SeatShareRecord(name=PARTIES[label], party=_party_key(label), seats=number)
        else:
            yield SeatShareRecord(name=NoParty.INDEPENDENTS.value, seats=number)
    vacant = total - sum(taken.values())
    if vacant > 0:
        yield SeatShareRecord(name=NoParty.VACANT.value, seats=vacant)


def _party_key(label):
    return f"us:party:{PARTIES[label]}"


def _period(term):
    return dates.parse(str(term["start"])), dates.parse(str(term["end"]))
