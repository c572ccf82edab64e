"""The two chambers, the four offices, and the terms for which a person held one."""

from collections.abc import Iterator

from graph.importers.congress.people import COUNTRY, key
from graph.importers.records import EntityRecord, Record, RelationshipRecord, country_key
from graph.kinds import InstitutionType, Kind, OfficeType
from graph.relations import RelationshipType
from graph.text import dates

CHAMBERS = {
    "us:house": ("House of Representatives", InstitutionType.LOWER_CHAMBER),
    "us:senate": ("Senate", InstitutionType.UPPER_CHAMBER),
}
# By the source's type of term: key, name, type, years of a term, chamber.
OFFICES = {
    "rep": (
        "us:representative",
        "Member of the House of Representatives of the United States",
        OfficeType.LEGISLATOR,
        2,
        "us:house",
    ),
    "sen": ("us:senator", "Member of the Senate of the United States", OfficeType.LEGISLATOR, 6, "us:senate"),
    "prez": ("us:president", "President of the United States", OfficeType.HEAD_OF_STATE_AND_GOVERNMENT, 4, ""),
    "viceprez": ("us:vice-president", "Vice President of the United States", OfficeType.DEPUTY, 4, ""),
}
UNITED_STATES = country_key(COUNTRY)


def records() -> Iterator[Record]:
    """The chambers and the offices, and how they hang together."""
    for chamber, (name, institution_type) in CHAMBERS.items():
        details = {"institution_type": institution_type}
        yield EntityRecord(
            key=chamber, kind=Kind.INSTITUTION, name=name, country_code=COUNTRY, details=details, line=name
        )
        yield RelationshipRecord(
            type=RelationshipType.INSTITUTION_IN_COUNTRY, subject=chamber, object=UNITED_STATES, line=name
        )
    for office in OFFICES.values():
        yield from _office(*office)


def chamber(kind: str) -> str:
    """The key of the chamber to which the source's type of term belongs, empty for an executive one."""
    return OFFICES[kind][-1]


def terms(person, line: str) -> Iterator[RelationshipRecord]:
    """Each term of the person; the end of a running one lies ahead and is kept."""
    for term in person["terms"]:
        yield RelationshipRecord(
            type=RelationshipType.HOLDS_OFFICE,
            subject=key(person),
            object=OFFICES[term["type"]][0],
            start_date=dates.parse(str(term["start"])),
            end_date=dates.parse(str(term["end"])),
            line=line,
        )


def _office(office, name, office_type, years, chamber):
    yield EntityRecord(
        key=office,
        kind=Kind.OFFICE,
        name=name,
        country_code=COUNTRY,
        details={"office_type": office_type, "term_length": years},
        evidence={"institution": chamber} if chamber else {},
        line=name,
    )
    yield RelationshipRecord(type=RelationshipType.OFFICE_IN_COUNTRY, subject=office, object=UNITED_STATES, line=name)
    if chamber:
        yield RelationshipRecord(type=RelationshipType.CONTAINS_OFFICE, subject=chamber, object=office, line=name)
