"""Build the records that several importers need. ``key`` is the record key of an entity, such as "au:party:ALP", by
which other records of the same import refer to the entity. ``line`` is the file and line in the source, for messages.
``fields`` are further fields of the `EntityRecord`."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import starmap

from graph.importers.records import (
    CompositionRecord,
    EntityRecord,
    IdentifierRecord,
    NameRecord,
    Record,
    RelationshipRecord,
    SeatShareRecord,
    country_key,
)
from graph.kinds import ElectionStatus, InstitutionType, Kind, NoParty, OfficeType
from graph.relations import RelationshipType
from graph.text import dates

# A percentage of the votes. Parties with fewer votes and without a seat are combined into one entry, "Others".
SMALLEST_SHARE = 0.1

# Call ``term(person, office, start, end)`` and ``membership(person, party, start, end)`` with record keys and dates.
term = partial(RelationshipRecord, RelationshipType.HOLDS_OFFICE)
membership = partial(RelationshipRecord, RelationshipType.MEMBER_OF_PARTY)


def entity(kind: Kind, key: str, name: str, country_code: str, **fields) -> EntityRecord:
    """Return the record of an entity. ``fields`` are further fields of `EntityRecord`, but ``identifiers`` must be a
    dictionary {scheme: value}. Values None and "" are left out of ``details``, ``identifiers`` and ``evidence``."""
    known = {
        field: {name: value for name, value in fields.pop(field, {}).items() if value not in (None, "")}
        for field in ("details", "identifiers", "evidence")
    }
    known["identifiers"] = tuple(starmap(IdentifierRecord, known["identifiers"].items()))
    return EntityRecord(kind=kind, key=key, name=name, country_code=country_code, **known, **fields)


def chamber(
    key: str, member: str, country_code: str, *, name: str, country_name: str, type_="", seats=None, years=None
) -> Iterator[Record]:
    """Yield the records of a chamber, of the office that its members hold, and of three relationships: chamber and
    country, office and country, chamber and office. ``key`` is the record key of the chamber, and ``member`` is that of
    the office. The office is called "Member of the {name} of {country_name}". ``type_`` is an `InstitutionType`, by
    default a lower chamber. ``seats`` is the size of the chamber. ``years`` is the length of a term."""
    details = {"institution_type": type_ or InstitutionType.LOWER_CHAMBER, "seats": seats}
    yield entity(Kind.INSTITUTION, key, name, country_code, details=details, line=name, uses=("name", "seats"))
    office_name = f"Member of the {name} of {country_name}"
    yield from office(member, office_name, country_code, OfficeType.LEGISLATOR, years=years, chamber=key, line=name)
    yield RelationshipRecord(RelationshipType.INSTITUTION_IN_COUNTRY, key, country_key(country_code), line=name)
    yield RelationshipRecord(RelationshipType.CONTAINS_OFFICE, key, member, line=name)


def office(
    key: str, name: str, country_code: str, type_: str, *, years=None, chamber: str = "", line: str, **fields
) -> Iterator[Record]:
    """Yield the records of an office and of its relationship with its country. ``type_`` is an `OfficeType`. ``years``
    is the length of a term. ``chamber`` is the record key of the chamber whose members hold the office, or "". The
    graph does not store this key. An import uses it to find out whether the graph has the office."""
    details, evidence = {"office_type": type_, "term_length": years}, {"institution": chamber}
    yield entity(Kind.OFFICE, key, name, country_code, details=details, evidence=evidence, line=line, **fields)
    yield RelationshipRecord(RelationshipType.OFFICE_IN_COUNTRY, key, country_key(country_code), line=line)


def politician(
    key: str, name: str, country_code: str, *, spellings: Iterable[str] = (), born: str = "", **fields
) -> EntityRecord:
    """Return the record of a politician. ``spellings`` are other names. ``born`` is a partial ISO date or ""."""
    fields["other_names"] = tuple(NameRecord(other) for other in dict.fromkeys(spellings) if other not in ("", name))
    details, evidence = {"birth_year": dates.year_of(born)}, {"birth_date": born}
    return entity(Kind.POLITICIAN, key, name, country_code, details=details, evidence=evidence, **fields)


def party(
    key: str, name: str, country_code: str, *, start: str = "", end: str = "", verified_at=None, line: str, **fields
) -> Iterator[Record]:
    """Yield the records of a party, and of its relationship with its country from ``start`` to ``end``. This
    relationship was confirmed on the day ``verified_at``, by default the day on which the source was retrieved."""
    yield entity(Kind.PARTY, key, name, country_code, line=line, **fields)
    type_, country = RelationshipType.OPERATES_IN_COUNTRY, country_key(country_code)
    yield RelationshipRecord(type_, key, country, start, end, verified_at=verified_at, line=line)


def election(
    key: str, name: str, country_code: str, *, day: str, kind: str, results: Mapping, office="", line: str, **fields
) -> Iterator[Record]:
    """Yield the records of an election on ``day``, and of its relationships with country and office. ``kind`` is an
    `ElectionKind`. ``results`` has facts such as ``turnout``. ``office`` is the record key of the elected office."""
    details = {"date": day, "kind": kind, "status": ElectionStatus.HELD, **results}
    yield entity(Kind.ELECTION, key, name, country_code, details=details, line=line, **fields)
    yield RelationshipRecord(RelationshipType.OCCURS_IN_COUNTRY, key, country_key(country_code), day, day, line=line)
    if office:
        yield RelationshipRecord(RelationshipType.ELECTED_IN_ELECTION, office, key, day, day, line=line)


def candidacy(person: str, election: str, day: str, *, line: str, role: str = "winner") -> RelationshipRecord:
    return RelationshipRecord(RelationshipType.PARTICIPATED_IN_ELECTION, person, election, day, day, role, line=line)


def composition(
    election: str, chamber: str, day: str, seats: Counter, votes: Counter, name_and_key: Callable, *, line: str
) -> CompositionRecord:
    """Return the record of a composition: the seats of a chamber by party after an election. The record also has the
    votes of each party in per cent. The smallest parties are combined as "Others" (see `combine_smallest`).

    ``election`` and ``chamber`` are record keys. ``day`` is the first day of the composition. ``seats`` and ``votes``
    map IDs of parties to numbers, as in {"ALP": 77}. ``name_and_key`` is a function. From such an ID, it makes the pair
    (name of the party, record key). The record key is "" if the graph has no entity for the party."""
    all_votes, shares = votes.total(), []
    for party in dict.fromkeys([*seats, *votes]):
        name, key = name_and_key(party)
        share = votes[party] / all_votes * 100 if all_votes else None
        shares.append(SeatShareRecord(name=name, party=key, seats=seats[party], vote_share=share))
    about = {"election": election, "institution": chamber, "start_date": day, "line": line}
    return CompositionRecord(total=seats.total(), shares=tuple(combine_smallest(shares)), **about)


def combine_smallest(shares: Iterable[SeatShareRecord]) -> Iterator[SeatShareRecord]:
    """Yield the shares of parties that have a seat, or at least SMALLEST_SHARE per cent of the votes. The votes of all
    other parties are combined as "Others". Vote shares are rounded to two decimals."""
    others = 0.0
    for share in shares:
        votes = share.vote_share
        if share.seats or (votes or 0) >= SMALLEST_SHARE:
            yield replace(share, vote_share=None if votes is None else round(votes, 2))
        else:
            others += votes or 0
    if others:
        yield SeatShareRecord(name=NoParty.OTHERS.value, vote_share=round(others, 2))
