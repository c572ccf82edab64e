"""The ten relationship types: which kinds each joins and what it is called either way."""

from dataclasses import dataclass

from graph.kinds import Kind


@dataclass(frozen=True)
class RelationDefinition:
    """``subject`` and ``object`` are the only kinds joined; labels are read from the subject and from the object."""

    type: str
    subject: Kind
    object: Kind
    label: str
    label_back: str


RELATIONS = {
    definition.type: definition
    for definition in (
        RelationDefinition("politician_member_of_party", Kind.POLITICIAN, Kind.PARTY, "Member of", "Members"),
        RelationDefinition("party_has_ideology", Kind.PARTY, Kind.IDEOLOGY, "Ideology", "Parties"),
        RelationDefinition(
            "politician_participated_in_election", Kind.POLITICIAN, Kind.ELECTION, "Stood in", "Candidates"
        ),
        RelationDefinition("election_occurs_in_country", Kind.ELECTION, Kind.COUNTRY, "Held in", "Elections"),
        RelationDefinition("party_operates_in_country", Kind.PARTY, Kind.COUNTRY, "Operates in", "Parties"),
        RelationDefinition("politician_holds_office", Kind.POLITICIAN, Kind.OFFICE, "Holds office", "Holders"),
        RelationDefinition("office_in_country", Kind.OFFICE, Kind.COUNTRY, "Office in", "Offices"),
        RelationDefinition("office_elected_in_election", Kind.OFFICE, Kind.ELECTION, "Elected in", "Offices contested"),
        RelationDefinition("institution_in_country", Kind.INSTITUTION, Kind.COUNTRY, "Institution in", "Institutions"),
        RelationDefinition("institution_contains_office", Kind.INSTITUTION, Kind.OFFICE, "Contains", "Part of"),
    )
}

TYPES = tuple(RELATIONS)
"""The types in the specification's order, which is also the order of answers."""

TIMELESS = (
    "party_has_ideology",
    "party_operates_in_country",
    "office_in_country",
    "institution_in_country",
    "institution_contains_office",
)
"""Types that describe how things are built: without dates they are taken to have held always."""
