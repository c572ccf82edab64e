from enum import StrEnum

from graph.kinds import Kind


class RelationshipType(StrEnum):
    """The types of relationships, in the order in which the API shows them. ``subject`` and ``object`` are the kinds of
    the two entities. ``label`` is the text on the page of the subject, ``reverse_label`` on the page of the object."""

    MEMBER_OF_PARTY = "politician_member_of_party", Kind.POLITICIAN, Kind.PARTY, "Member of", "Members"
    HAS_IDEOLOGY = "party_has_ideology", Kind.PARTY, Kind.IDEOLOGY, "Ideology", "Parties"
    PARTICIPATED_IN_ELECTION = (
        "politician_participated_in_election",
        Kind.POLITICIAN,
        Kind.ELECTION,
        "Stood in",
        "Candidates",
    )
    OCCURS_IN_COUNTRY = "election_occurs_in_country", Kind.ELECTION, Kind.COUNTRY, "Held in", "Elections"
    OPERATES_IN_COUNTRY = "party_operates_in_country", Kind.PARTY, Kind.COUNTRY, "Operates in", "Parties"
    HOLDS_OFFICE = "politician_holds_office", Kind.POLITICIAN, Kind.OFFICE, "Holds office", "Holders"
    OFFICE_IN_COUNTRY = "office_in_country", Kind.OFFICE, Kind.COUNTRY, "Office in", "Offices"
    ELECTED_IN_ELECTION = "office_elected_in_election", Kind.OFFICE, Kind.ELECTION, "Elected in", "Offices contested"
    INSTITUTION_IN_COUNTRY = "institution_in_country", Kind.INSTITUTION, Kind.COUNTRY, "Institution in", "Institutions"
    CONTAINS_OFFICE = "institution_contains_office", Kind.INSTITUTION, Kind.OFFICE, "Contains", "Part of"

    def __new__(cls, value, subject, object, label, reverse_label):
        member = str.__new__(cls, value)
        member._value_ = value
        member.subject, member.object, member.label, member.reverse_label = subject, object, label, reverse_label
        return member


RELATIONSHIP_TYPES = {type.value: type for type in RelationshipType}
TYPE_RANKS = {name: rank for rank, name in enumerate(RELATIONSHIP_TYPES)}
TIMELESS = tuple(
    type.value for type in RelationshipType if {type.subject, type.object}.isdisjoint({Kind.POLITICIAN, Kind.ELECTION})
)
"""The types of lasting relationships, such as the country of an office. Relationships of these types need no dates to
be valid."""
