"""The House of Representatives and its members' office."""

from collections.abc import Iterator

from graph.importers.records import EntityRecord, Record, RelationshipRecord, country_key
from graph.kinds import InstitutionType, Kind, OfficeType
from graph.relations import RelationshipType

COUNTRY = "au"
AUSTRALIA = country_key(COUNTRY)
HOUSE = "au:house"
MEMBER = "au:member-of-the-house"
NAME = "House of Representatives"


def records() -> Iterator[Record]:
    """The chamber, the office, and how they hang together."""
    yield EntityRecord(
        key=HOUSE,
        kind=Kind.INSTITUTION,
        name=NAME,
        country_code=COUNTRY,
        details={"institution_type": InstitutionType.LOWER_CHAMBER},
        line=NAME,
    )
    yield EntityRecord(
        key=MEMBER,
        kind=Kind.OFFICE,
        name=f"Member of the {NAME} of Australia",
        country_code=COUNTRY,
        details={"office_type": OfficeType.LEGISLATOR},
        evidence={"institution": HOUSE},
        line=NAME,
    )
    for type_, subject, object_ in (
        (RelationshipType.INSTITUTION_IN_COUNTRY, HOUSE, AUSTRALIA),
        (RelationshipType.OFFICE_IN_COUNTRY, MEMBER, AUSTRALIA),
        (RelationshipType.CONTAINS_OFFICE, HOUSE, MEMBER),
    ):
        yield RelationshipRecord(type=type_, subject=subject, object=object_, line=NAME)
