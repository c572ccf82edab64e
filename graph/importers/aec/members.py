"""Everyone elected, with the seats they held and the parties they won them for."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date

from graph.importers.aec import parties
from graph.importers.aec.chamber import COUNTRY, MEMBER
from graph.importers.aec.counts import Candidate, Count
from graph.importers.records import EntityRecord, NameRecord, Record, RelationshipRecord
from graph.kinds import Kind
from graph.relations import RelationshipType

Won = Sequence[tuple[Count, Candidate]]


def records(counts: Sequence[Count]) -> Iterator[Record]:
    """The persons in the order of their first election, each with all they won."""
    won = defaultdict(list)
    for count in counts:
        for winner in count.winners.values():
            won[winner.person].append((count, winner))
    following = dict(zip((count.day for count in counts), counts[1:], strict=False))
    for person, victories in won.items():
        yield _person(person, victories)
        for count, winner in victories:
            yield from _seat(count, winner, following.get(count.day))
        yield from _memberships(victories)


def _key(person):
    return f"au:person:{person}"


def _person(person, victories: Won):
    name = _best([winner.name for _, winner in victories])
    others = dict.fromkeys(name for _, winner in victories for name in (winner.name, winner.full_name))
    return EntityRecord(
        key=_key(person),
        kind=Kind.POLITICIAN,
        name=name,
        country_code=COUNTRY,
        other_names=tuple(NameRecord(name=other) for other in others if other != name),
        line=victories[0][1].line,
    )


def _best(spellings):
    """The latest spelling, but capitals hide small words: one that has them ("van Manen") knows more than others."""
    telling = [spelling for spelling in spellings if any(word.islower() for word in spelling.split())]
    return (telling or spellings)[-1]


def _seat(count, winner, following):
    end = _end(winner.person, following)
    yield RelationshipRecord(
        type=RelationshipType.HOLDS_OFFICE,
        subject=_key(winner.person),
        object=MEMBER,
        start_date=count.day,
        end_date=end,
        verified_at=None if end else date.fromisoformat(count.day),
        line=winner.line,
    )
    yield RelationshipRecord(
        type=RelationshipType.PARTICIPATED_IN_ELECTION,
        subject=_key(winner.person),
        object=count.key,
        role="winner",
        start_date=count.day,
        end_date=count.day,
        line=winner.line,
    )


def _end(person, following) -> str:
    """The next election's day for who stood in it as the sitting member, or won it; else unknown.

    By-elections are not in the files: who did not stand again may have left at any time since, and who came in between
    is known from the next general election on.
    """
    if following is None:
        return ""
    stayed = person in following.sitting or any(winner.person == person for winner in following.winners.values())
    return following.day if stayed else ""


def _memberships(victories: Won):
    """One row for each party, until the first victory for another; an open one was last confirmed by the last one."""
    by_party = defaultdict(list)
    for count, winner in victories:
        by_party[parties.abbreviation(winner)].append(count.day)
    for short, days in by_party.items():
        if short:
            later = [count.day for count, _ in victories if count.day > days[-1]]
            yield RelationshipRecord(
                type=RelationshipType.MEMBER_OF_PARTY,
                subject=_key(victories[0][1].person),
                object=parties.key(short),
                start_date=days[0],
                end_date=later[0] if later else "",
                verified_at=None if later else date.fromisoformat(days[-1]),
                line=victories[0][1].line,
            )
