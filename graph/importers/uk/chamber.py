"""The House of Commons and its members' office."""

from collections.abc import Iterator

from graph.importers.records import EntityRecord, Record, RelationshipRecord, country_key
from graph.kinds import InstitutionType, Kind, OfficeType
from graph.relations import RelationshipType

COUNTRY = "gb"
UNITED_KINGDOM = country_key(COUNTRY)
COMMONS = "uk:commons"
MEMBER = "uk:member-of-the-commons"
NAME = "House of Commons"
SEATS = 650


def records() -> Iterator[Record]:
    """The chamber, the office, and how they hang together."""
    yield EntityRecord(
        key=COMMONS,
        kind=Kind.INSTITUTION,
        name=NAME,
        country_code=COUNTRY,
        details={"institution_type": InstitutionType.LOWER_CHAMBER, "seats": SEATS},
        line=NAME,
    )
    yield EntityRecord(
        key=MEMBER,
        kind=Kind.OFFICE,
        name=f"Member of the {NAME} of the United Kingdom",
        country_code=COUNTRY,
        details={"office_type": OfficeType.LEGISLATOR},
        evidence={"institution": COMMONS},
        line=NAME,
    )
    for type_, subject, object_ in (
        (RelationshipType.INSTITUTION_IN_COUNTRY, COMMONS, UNITED_KINGDOM),
        (RelationshipType.OFFICE_IN_COUNTRY, MEMBER, UNITED_KINGDOM),
        (RelationshipType.CONTAINS_OFFICE, COMMONS, MEMBER),
    ):
        yield RelationshipRecord(type=type_, subject=subject, object=object_, line=NAME)
