from dataclasses import dataclass
from enum import StrEnum

from graph.kinds import Kind


class RelationshipType(StrEnum):
    """The relationship types in the order of the specification. Responses list them in this order."""

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
    """A relationship type. Pages of its subject show ``label``, pages of its object ``reverse_label``."""

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

TYPE_RANKS = {name: rank for rank, name in enumerate(TYPES)}

TIMELESS = tuple(
    name
    for name, definition in RELATIONSHIP_TYPES.items()
    if {definition.subject, definition.object}.isdisjoint({Kind.POLITICIAN, Kind.ELECTION})
)
"""Types of lasting facts, such as the country of an office. Relationships of these types need no dates to be valid."""
