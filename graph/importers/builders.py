"""Build the records that several importers need.

``fields`` are further fields of the EntityRecord. ``identifiers`` map each scheme to its value.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from graph.importers.records import (
    EntityRecord,
    IdentifierRecord,
    NameRecord,
    Record,
    RelationshipRecord,
    country_key,
)
from graph.importers.shares import per_cent
from graph.kinds import ElectionKind, ElectionStatus, InstitutionType, Kind, OfficeType
from graph.relations import RelationshipType
from graph.text import dates


def percentage(part: float, whole: float) -> float | None:
    """Return the part as a percentage of the whole, with two decimals; None when the whole is 0."""
    share = per_cent(part, whole)
    return None if share is None else round(share, 2)


def institution(key: str, name: str, country_code: str, type_: InstitutionType, **details) -> EntityRecord:
    """Return the record of an institution, such as a chamber of a parliament."""
    details = {"institution_type": type_, **details}
    return _entity(Kind.INSTITUTION, key, name, country_code, details=details, line=name)


def office(
    key: str, name: str, country_code: str, type_: OfficeType, *, line: str, chamber: str = "", **details
) -> EntityRecord:
    """Return the record of an office. ``chamber`` is the key of the chamber whose members hold the office."""
    details = {"office_type": type_, **details}
    evidence = {"institution": chamber} if chamber else {}
    return _entity(Kind.OFFICE, key, name, country_code, details=details, evidence=evidence, line=line)


def lower_chamber(
    chamber: str, member: str, country_code: str, *, name: str, country_name: str, **details
) -> Iterator[Record]:
    """Yield a lower chamber, its members' office and their relationships. ``chamber`` and ``member`` are keys."""
    yield institution(chamber, name, country_code, InstitutionType.LOWER_CHAMBER, **details)
    office_name = f"Member of the {name} of {country_name}"
    yield office(member, office_name, country_code, OfficeType.LEGISLATOR, line=name, chamber=chamber)
    country = country_key(country_code)
    yield relationship(RelationshipType.INSTITUTION_IN_COUNTRY, chamber, country, line=name)
    yield relationship(RelationshipType.OFFICE_IN_COUNTRY, member, country, line=name)
    yield relationship(RelationshipType.CONTAINS_OFFICE, chamber, member, line=name)


def politician(
    key: str, name: str, country_code: str, *, spellings: Iterable[str] = (), born: str = "", **fields
) -> EntityRecord:
    """Return a politician's record. ``born`` is a partial date; spellings that differ from the name become aliases."""
    return _entity(
        Kind.POLITICIAN,
        key,
        name,
        country_code,
        details={"birth_year": dates.year_of(born)} if born else {},
        other_names=tuple(NameRecord(name=spelling) for spelling in spellings if spelling != name),
        evidence={"birth_date": born} if born else {},
        **fields,
    )


def party(
    key: str, name: str, country_code: str, *, start: str = "", end: str = "", verified_at: date | None = None, **fields
) -> Iterator[Record]:
    """Yield a party, and the relationship that it operates in its country from ``start`` to ``end`` (partial dates)."""
    entity = _entity(Kind.PARTY, key, name, country_code, **fields)
    yield entity
    type_, country = RelationshipType.OPERATES_IN_COUNTRY, country_key(country_code)
    yield relationship(type_, key, country, start, end, verified_at=verified_at, line=entity.line)


def election(
    key: str, name: str, country_code: str, *, day: str, kind: ElectionKind, results: Mapping, office="", **fields
) -> Iterator[Record]:
    """Yield an election that took place, its relationship with its country, and one with the office that it fills.

    ``office`` is a key, empty if the source names no office. ``results`` may have a winner, a turnout and a result
    margin. Values that are None are left out.
    """
    known = {field: value for field, value in results.items() if value is not None}
    details = {"date": day, "kind": kind, "status": ElectionStatus.HELD, **known}
    entity = _entity(Kind.ELECTION, key, name, country_code, details=details, **fields)
    yield entity
    country = country_key(country_code)
    yield relationship(RelationshipType.OCCURS_IN_COUNTRY, key, country, day, day, line=entity.line)
    if office:
        yield relationship(RelationshipType.ELECTED_IN_ELECTION, office, key, day, day, line=entity.line)


def candidacy(person: str, election: str, day: str, *, line: str, role: str = "winner") -> RelationshipRecord:
    """Return the relationship of a candidate with an election. ``person`` and ``election`` are record keys."""
    return relationship(RelationshipType.PARTICIPATED_IN_ELECTION, person, election, day, day, line=line, role=role)


def relationship(
    type_: RelationshipType, subject: str, object_: str, start: str = "", end: str = "", *, line: str, **fields
) -> RelationshipRecord:
    """Return a RelationshipRecord. ``fields`` can be role, verified_at and position."""
    return RelationshipRecord(
        type=type_, subject=subject, object=object_, start_date=start, end_date=end, line=line, **fields
    )


def _entity(kind, key, name, country_code, identifiers: Mapping[str, str] | None = None, **fields):
    records = tuple(IdentifierRecord(scheme=scheme, value=value) for scheme, value in (identifiers or {}).items())
    return EntityRecord(kind=kind, key=key, name=name, country_code=country_code, identifiers=records, **fields)
