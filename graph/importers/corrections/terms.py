"""Holders of offices in a compact form: an office, and one line for each who held it.

A list of holders speaks of offices and parties that the graph has: what it does not know is refused rather than made,
as it is most likely misspelt. Only an ``office_type`` makes an office.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from graph.importers.corrections.known import Known, KnownEntity, NotKnown
from graph.importers.corrections.lines import Wrong, check, reference, title
from graph.importers.records import (
    EntityRecord,
    IdentifierRecord,
    NameRecord,
    Record,
    RejectedRecord,
    RelationshipRecord,
    country_key,
)
from graph.kinds import Kind
from graph.relations import RelationshipType
from graph.text.folding import fold

NEEDED = ("country", "office", "source", "holders")
GROUP_FIELDS = frozenset({*NEEDED, "office_type"})
HOLDER_NEEDED = ("holder", "start")
HOLDER_FIELDS = frozenset(
    {*HOLDER_NEEDED, "also", "identifiers", "birth_year", "party", "end", "role", "home", "source"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One line: who held the office from when to when.

    ``also`` is the name by which another source knows the holder, ``identifiers`` (value by scheme) tell two of
    one name apart; ``home`` is the holder's country, where it is another than the office's.
    """

    holder: str
    country: str
    source: str
    start: str
    end: str = ""
    birth_year: int | None = None
    also: str = ""
    identifiers: Mapping = field(default_factory=dict)
    party: str = ""
    role: str = ""
    home: str = ""
    as_of: date
    line: str

    @property
    def names(self) -> tuple[str, ...]:
        """Every name of the holder that the line tells."""
        return tuple(name for name in (self.holder, self.also) if name)

    @property
    def key(self) -> str:
        """The run's key of the holder: one for all terms of a person, whatever the office."""
        return f"holder:{self.home or self.country}:{fold(self.holder)}:{self.birth_year or ''}"


class Terms:
    """Takes the groups of all files; a person who held several offices is one, a party is told once."""

    def __init__(self, known: Known):
        self._known = known
        self._told: set[str] = set()
        self.holders: dict[tuple[str, str], str] = {}
        """The run's keys of all holders told so far, by country and folded name."""

    def records(self, group, as_of: date, file: str) -> Iterator[Record]:
        """The office, then for each line the holder, the term and the membership; refusals for what is wrong.

        ``as_of`` is the day on which an open end was open.
        """
        try:
            check(group, NEEDED, GROUP_FIELDS)
            office = self._office(group, f"{file}: {group['office']}")
        except (Wrong, NotKnown) as error:
            yield RejectedRecord(reason=str(error), line=f"{file}: {title(group, 'office')}")
            return
        yield from office
        for entry in group["holders"]:
            yield from self._term({**group, "as_of": as_of}, entry, office[0].key, file)

    def _office(self, group, line):
        code, name, office_type = group["country"], group["office"], group.get("office_type")
        try:
            known = self._known.office(code, name)
        except NotKnown:
            if not office_type:
                raise
            return _new_office(group, line)
        return [reference(f"office:{known.pk}", Kind.OFFICE, code, known, group["source"], line)]

    def _term(self, group, entry, office, file):
        line = f"{file}: {group['office']}: {title(entry, 'holder')}"
        try:
            term = _term(group, entry, line)
            party = self._party(term)
        except (Wrong, NotKnown) as error:
            yield RejectedRecord(reason=str(error), line=line)
            return
        self.holders[term.home or term.country, fold(term.holder)] = term.key
        yield from self._once(_holder(term))
        yield _statement(RelationshipType.HOLDS_OFFICE, term, office)
        if party is not None and not self._known.is_member(term.home or term.country, term.names, party):
            record = reference(f"party:{party.pk}", Kind.PARTY, term.country, party, term.source, line)
            yield from self._once(record)
            # A role is one in the office, none in the party.
            yield _statement(RelationshipType.MEMBER_OF_PARTY, replace(term, role=""), record.key)

    def _party(self, term) -> KnownEntity | None:
        return self._known.party(term.country, term.party) if term.party else None

    def _once(self, record):
        if record.key not in self._told:
            self._told.add(record.key)
            yield record


def _term(group, entry, line):
    check(entry, HOLDER_NEEDED, HOLDER_FIELDS)
    # YAML reads a full date as a date and a year as a number.
    dates = {name: str(entry[name]) for name in ("start", "end") if entry.get(name)}
    about = {"country": group["country"], "source": group["source"], "as_of": group["as_of"], "line": line}
    return Term(**about | entry | dates)


def _new_office(group, line):
    key = f"office:{group['country']}:{fold(group['office'])}"
    office = EntityRecord(
        key=key,
        kind=Kind.OFFICE,
        name=group["office"],
        country_code=group["country"],
        details={"office_type": group["office_type"]},
        url=group["source"],
        line=line,
    )
    country = country_key(group["country"])
    return [office, RelationshipRecord(type=RelationshipType.OFFICE_IN_COUNTRY, subject=key, object=country, line=line)]


def _holder(term):
    return EntityRecord(
        key=term.key,
        kind=Kind.POLITICIAN,
        name=term.holder,
        country_code=term.home or term.country,
        details={"birth_year": term.birth_year} if term.birth_year else {},
        other_names=(NameRecord(name=term.also),) if term.also else (),
        identifiers=tuple(IdentifierRecord(scheme=scheme, value=value) for scheme, value in term.identifiers.items()),
        url=term.source,
        line=term.line,
    )


def _statement(kind, term, object_key):
    return RelationshipRecord(
        type=kind,
        subject=term.key,
        object=object_key,
        role=term.role,
        start_date=term.start,
        end_date=term.end,
        verified_at=term.as_of,
        line=term.line,
    )
