"""The ten relationship types: which kinds each joins and what it is called in either direction."""

from dataclasses import dataclass
from enum import StrEnum

from graph.kinds import Kind


class RelationshipType(StrEnum):
    """The types in the specification's order, which is also the order of responses."""

    MEMBER_OF_PARTY = "politician_member_of_party"
    HAS_IDEOLOGY = "party_has_ideology"
    PARTICIPATED_IN_ELECTION = "politician_participated_in_election"
    OCCURS_IN_COUNTRY = "election_occurs_in_country"
    OPERATES_IN_COUNTRY = "party_operates_in_country"
    HOLDS_OFFICE = "politician_holds_office"
    OFFICE_IN_COUNTRY = "office_in_country"
    ELECTED_IN_ELECTION = "office_elected_in_election"
    INSTITUTION_IN_COUNTRY = "institution_in_country"
    CONTAINS_OFFICE = "institution_contains_office"


@dataclass(frozen=True)
class RelationshipTypeDefinition:
    """A type joins entities of these two kinds alone.

    ``label`` is its name on the page of the subject, ``reverse_label`` on the page of the object.
    """

    type: RelationshipType
    subject: Kind
    object: Kind
    label: str
    reverse_label: str


_DEFINITIONS = (
    (RelationshipType.MEMBER_OF_PARTY, Kind.POLITICIAN, Kind.PARTY, "Member of", "Members"),
    (RelationshipType.HAS_IDEOLOGY, Kind.PARTY, Kind.IDEOLOGY, "Ideology", "Parties"),
    (RelationshipType.PARTICIPATED_IN_ELECTION, Kind.POLITICIAN, Kind.ELECTION, "Stood in", "Candidates"),
    (RelationshipType.OCCURS_IN_COUNTRY, Kind.ELECTION, Kind.COUNTRY, "Held in", "Elections"),
    (RelationshipType.OPERATES_IN_COUNTRY, Kind.PARTY, Kind.COUNTRY, "Operates in", "Parties"),
    (RelationshipType.HOLDS_OFFICE, Kind.POLITICIAN, Kind.OFFICE, "Holds office", "Holders"),
    (RelationshipType.OFFICE_IN_COUNTRY, Kind.OFFICE, Kind.COUNTRY, "Office in", "Offices"),
    (RelationshipType.ELECTED_IN_ELECTION, Kind.OFFICE, Kind.ELECTION, "Elected in", "Offices contested"),
    (RelationshipType.INSTITUTION_IN_COUNTRY, Kind.INSTITUTION, Kind.COUNTRY, "Institution in", "Institutions"),
    (RelationshipType.CONTAINS_OFFICE, Kind.INSTITUTION, Kind.OFFICE, "Contains", "Part of"),
)

RELATIONSHIP_TYPES = {row[0]: RelationshipTypeDefinition(*row) for row in _DEFINITIONS}

TYPES = tuple(kind.value for kind in RelationshipType)

TIMELESS = (
    RelationshipType.HAS_IDEOLOGY,
    RelationshipType.OPERATES_IN_COUNTRY,
    RelationshipType.OFFICE_IN_COUNTRY,
    RelationshipType.INSTITUTION_IN_COUNTRY,
    RelationshipType.CONTAINS_OFFICE,
)
"""Types that describe structure. Without dates they are taken to have held always."""
