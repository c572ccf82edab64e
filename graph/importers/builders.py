"""Functions that build the records which several importers need: offices, parties, elections, terms of office."""

from collections.abc import Iterator
from datetime import date

from graph.importers.records import EntityRecord, Record, RelationshipRecord, country_key
from graph.importers.shares import per_cent
from graph.kinds import ElectionKind, ElectionStatus, InstitutionType, Kind, OfficeType
from graph.relations import RelationshipType

WINNER = "winner"


def percentage(part: float, whole: float) -> float | None:
    """The part in per cent of the whole, with two decimals; None when the whole is 0."""
    share = per_cent(part, whole)
    return None if share is None else round(share, 2)


def institution(key: str, name: str, country_code: str, type_: InstitutionType, **details) -> EntityRecord:
    """A chamber of a parliament."""
    details = {"institution_type": type_, **details}
    return EntityRecord(
        key=key, kind=Kind.INSTITUTION, name=name, country_code=country_code, details=details, line=name
    )


def office(
    key: str, name: str, country_code: str, type_: OfficeType, *, line: str, chamber: str = "", **details
) -> EntityRecord:
    """An office. ``chamber`` is the key of the chamber whose members hold it."""
    return EntityRecord(
        key=key,
        kind=Kind.OFFICE,
        name=name,
        country_code=country_code,
        details={"office_type": type_, **details},
        evidence={"institution": chamber} if chamber else {},
        line=line,
    )


def lower_chamber(
    chamber: str, member: str, country_code: str, *, name: str, country_name: str, **details
) -> Iterator[Record]:
    """A lower chamber, the office of its members, and their relationships. The first two arguments are their keys."""
    yield institution(chamber, name, country_code, InstitutionType.LOWER_CHAMBER, **details)
    office_name = f"Member of the {name} of {country_name}"
    yield office(member, office_name, country_code, OfficeType.LEGISLATOR, line=name, chamber=chamber)
    country = country_key(country_code)
    yield relationship(RelationshipType.INSTITUTION_IN_COUNTRY, chamber, country, line=name)
    yield relationship(RelationshipType.OFFICE_IN_COUNTRY, member, country, line=name)
    yield relationship(RelationshipType.CONTAINS_OFFICE, chamber, member, line=name)


def operates_in_country(party: EntityRecord, start: str = "", end: str = "", **fields) -> RelationshipRecord:
    """The relationship of a party with its country."""
    country = country_key(party.country_code)
    return relationship(RelationshipType.OPERATES_IN_COUNTRY, party.key, country, start, end, line=party.line, **fields)


def held_election(day: str, kind: ElectionKind, **results) -> dict:
    """The details of an election that took place; ``results`` that are None are unknown."""
    known = {name: value for name, value in results.items() if value is not None}
    return {"date": day, "kind": kind, "status": ElectionStatus.HELD, **known}


def election_relationships(election: EntityRecord, office: str = "", line: str = "") -> Iterator[RelationshipRecord]:
    """The country of the election, and the office that it fills where the source names one."""
    day, line = election.details["date"], line or election.line
    country = country_key(election.country_code)
    yield relationship(RelationshipType.OCCURS_IN_COUNTRY, election.key, country, day, day, line=line)
    if office:
        yield relationship(RelationshipType.ELECTED_IN_ELECTION, office, election.key, day, day, line=line)


def candidacy(person: str, election: str, day: str, *, line: str, role: str = WINNER) -> RelationshipRecord:
    """The relationship of a candidate with an election."""
    return relationship(RelationshipType.PARTICIPATED_IN_ELECTION, person, election, day, day, line=line, role=role)


def term_of_office(
    person: str, office: str, start: str, end: str, *, line: str, verified_at: date | None = None
) -> RelationshipRecord:
    """The relationship of a politician with an office for one term."""
    return relationship(RelationshipType.HOLDS_OFFICE, person, office, start, end, line=line, verified_at=verified_at)


def membership(
    person: str, party: str, start: str, end: str, *, line: str, verified_at: date | None = None
) -> RelationshipRecord:
    """The relationship of a politician with a party."""
    return relationship(RelationshipType.MEMBER_OF_PARTY, person, party, start, end, line=line, verified_at=verified_at)


def relationship(
    type_: RelationshipType, subject: str, object_: str, start: str = "", end: str = "", *, line: str, **fields
) -> RelationshipRecord:
    """A RelationshipRecord from positional arguments, so that a call fits on a line or two."""
    return RelationshipRecord(
        type=type_, subject=subject, object=object_, start_date=start, end_date=end, line=line, **fields
    )
