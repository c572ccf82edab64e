"""Everyone elected, with the seats they won and the parties they won them for."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from graph.importers.records import EntityRecord, IdentifierRecord, NameRecord, Record, RelationshipRecord
from graph.importers.uk import parties
from graph.importers.uk.chamber import COUNTRY, MEMBER
from graph.importers.uk.terms import Term
from graph.kinds import Kind
from graph.relations import RelationshipType
from graph.text.folding import fold

# The ballot names of 2024 are those people go by; the file of 2019 has "Timothy Farron" and "William Cash".
COMMON_NAMES_IN = 59


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One person by the number in the Members' Names register, with the terms in the order of time."""

    id: str
    terms: tuple[Term, ...]

    @property
    def key(self) -> str:
        return f"uk:mnis:{self.id}"

    @property
    def name(self) -> str:
        """As the general election of 2024 writes it; else the commonest spelling, of equally common ones the latest."""
        now = [term for term in self.terms if term.contest.parliament.number == COMMON_NAMES_IN]
        general = [term for term in now or self.terms if not term.contest.is_by_election]
        return _commonest([_name(term) for term in general or self.terms])

    @property
    def spellings(self) -> list[str]:
        return list(dict.fromkeys(_name(term) for term in self.terms))


def of(terms: Iterable[Term]) -> list[Member]:
    """The members whose terms these are."""
    by_member = defaultdict(list)
    for term in sorted(terms, key=lambda term: (term.start, term.contest.seat)):
        by_member[term.member].append(term)
    return [Member(id=number, terms=tuple(found)) for number, found in by_member.items()]


def records(member: Member) -> Iterator[Record]:
    """The person, the seats held, the elections won and the parties."""
    yield EntityRecord(
        key=member.key,
        kind=Kind.POLITICIAN,
        name=member.name,
        country_code=COUNTRY,
        other_names=tuple(NameRecord(name=name) for name in member.spellings if name != member.name),
        identifiers=(IdentifierRecord(scheme="datadotparl", value=member.id),),
        line=member.terms[0].contest.line,
    )
    for term in member.terms:
        yield from _seat(member, term)
    yield from _memberships(member)


def _seat(member, term):
    contest = term.contest
    yield RelationshipRecord(
        type=RelationshipType.HOLDS_OFFICE,
        subject=member.key,
        object=MEMBER,
        start_date=term.start,
        end_date=term.end,
        line=contest.line,
    )
    day = contest.day if contest.is_by_election else contest.parliament.elected
    yield RelationshipRecord(
        type=RelationshipType.PARTICIPATED_IN_ELECTION,
        subject=member.key,
        object=contest.election,
        role="winner",
        start_date=day,
        end_date=day,
        line=contest.line,
    )


def _memberships(member):
    """One row for each party, from the first seat won for it until the last one was left."""
    by_party = defaultdict(list)
    for term in member.terms:
        if parties.has_party(term.contest.winner):
            by_party[parties.key(term.contest.winner)].append(term)
    for party, terms in by_party.items():
        yield RelationshipRecord(
            type=RelationshipType.MEMBER_OF_PARTY,
            subject=member.key,
            object=party,
            start_date=terms[0].start,
            end_date=terms[-1].end,
            line=terms[0].contest.line,
        )


def _commonest(names):
    """Spellings that differ in accents and case count as one, and the latest of them stands."""
    counts = Counter(fold(name) for name in names)
    best = max(enumerate(names), key=lambda entry: (counts[fold(entry[1])], entry[0]))
    return best[1]


def _name(term):
    return term.contest.winner.name
