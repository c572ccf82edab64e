"""Build the import records of the Australian elections, of the seats after each election, and of the members."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Sequence
from datetime import date

from graph.importers import builders
from graph.importers.aec import parties
from graph.importers.aec.counts import Count, Winner
from graph.importers.records import CompositionRecord, Record, SeatShareRecord
from graph.importers.shares import combine_smallest, per_cent
from graph.kinds import ElectionKind, NoParty
from graph.relations import RelationshipType

HOUSE = "au:house"
MEMBER = "au:member-of-the-house"
LABOR = parties.NAMES[parties.LABOR]
COALITION = "Liberal/National Coalition"

Victories = Sequence[tuple[Count, Winner]]


def election(count: Count) -> Iterator[Record]:
    """Yield the election, its country and the office that it filled.

    There is no turnout, because the files have valid votes only. If a row was rejected, winner and margin are left out.
    """
    results = {} if count.rejected else {"winner": _winning_side(count), "result_margin": _margin(count)}
    yield from builders.election(
        count.key,
        f"{count.day[:4]} Australia legislative election",
        parties.COUNTRY,
        day=count.day,
        kind=ElectionKind.LEGISLATIVE,
        results=results,
        office=MEMBER,
        line=f"HouseTppByDivision{count.day[:4]}.csv.gz",
    )


def _margin(count):
    """Return the lead of Labor or the Coalition in the national two-party-preferred votes, in per cent of these."""
    difference = abs(count.labor_votes - count.coalition_votes)
    return builders.percentage(difference, count.labor_votes + count.coalition_votes)


def _winning_side(count):
    """Return the party or coalition with over half of the seats; without one, the two-party-preferred winner."""
    seats = Counter(_side(parties.main_abbreviation(winner.party)) for winner in count.winners.values())
    for side in (LABOR, COALITION):
        if seats[side] * 2 > len(count.winners):
            return side
    return LABOR if count.labor_votes > count.coalition_votes else COALITION


def _side(abbreviation):
    if abbreviation == parties.LABOR:
        return LABOR
    return COALITION if abbreviation in parties.COALITION else abbreviation


def composition(count: Count, with_seats: Container[str]) -> CompositionRecord:
    """Return the seats that each party won, and its percentage of the first preferences.

    ``with_seats`` has the abbreviations of the parties that have a record, because they won a division.
    """
    return CompositionRecord(
        election=count.key,
        institution=HOUSE,
        start_date=count.day,
        total=len(count.winners),
        shares=tuple(combine_smallest(_shares(count, with_seats))),
        line=f"HouseDopByDivision{count.day[:4]}.csv.gz",
    )


def _shares(count, with_seats):
    seats = Counter(parties.main_abbreviation(winner.party) for winner in count.winners.values())
    votes, ballot_names = Counter(), defaultdict(Counter)
    for (branch, ballot_name), number in count.first_votes.items():
        abbreviation = parties.main_abbreviation(branch)
        votes[abbreviation] += number
        ballot_names[abbreviation][ballot_name] += number
    all_votes = votes.total()
    for abbreviation in dict.fromkeys([*seats, *votes]):
        yield SeatShareRecord(
            name=_name(abbreviation, ballot_names[abbreviation]),
            party=parties.key(abbreviation) if abbreviation in with_seats else "",
            seats=seats[abbreviation],
            vote_share=per_cent(votes[abbreviation], all_votes),
        )


def _name(abbreviation, ballot_names):
    """Return the party's name in ``parties.NAMES``; otherwise the name on the ballot with most votes."""
    if not abbreviation:
        return NoParty.INDEPENDENTS.value
    return parties.NAMES.get(abbreviation) or ballot_names.most_common(1)[0][0]


def members(counts: Sequence[Count]) -> Iterator[Record]:
    """Yield each person who won a division, by first victory, with terms, candidacies and party memberships."""
    victories_of = defaultdict(list)
    for count in counts:
        for winner in count.winners.values():
            victories_of[winner.person].append((count, winner))
    next_count = dict(zip((count.day for count in counts), counts[1:], strict=False))
    for person, victories in victories_of.items():
        key = f"au:person:{person}"
        yield _politician(key, victories)
        for count, winner in victories:
            end = _end_of_term(person, next_count.get(count.day))
            verified_at = None if end else date.fromisoformat(count.day)
            yield builders.relationship(
                RelationshipType.HOLDS_OFFICE, key, MEMBER, count.day, end, verified_at=verified_at, line=winner.line
            )
            yield builders.candidacy(key, count.key, count.day, line=winner.line)
        yield from _memberships(key, victories)


def _politician(key, victories: Victories):
    name = _display_name([winner.name for _, winner in victories])
    spellings = dict.fromkeys(text for _, winner in victories for text in (winner.name, winner.full_name))
    return builders.politician(key, name, parties.COUNTRY, spellings=spellings, line=victories[0][1].line)


def _display_name(spellings):
    """Return the latest spelling with a lower-case word ("van Manen"); without one, the latest spelling."""
    with_lower_case = [spelling for spelling in spellings if any(word.islower() for word in spelling.split())]
    return (with_lower_case or spellings)[-1]


def _end_of_term(person, next_count: Count | None) -> str:
    """Return the day of the next election if the member was in office until then; otherwise an empty text (unknown).

    The files have no by-elections. So the end is known only for a winner or a sitting member in the next election. The
    winner of a by-election has a term from the next general election on.
    """
    if next_count is None:
        return ""
    stayed = person in next_count.sitting or any(winner.person == person for winner in next_count.winners.values())
    return next_count.day if stayed else ""


def _memberships(key, victories: Victories):
    """Yield one membership per party, from the first victory for the party.

    It ends with the next victory after the last one for the party. Without such a victory it has no end, and the day of
    the last victory is its ``verified_at``.
    """
    days_of = defaultdict(list)
    for count, winner in victories:
        days_of[parties.main_abbreviation(winner.party)].append(count.day)
    days_of.pop("", None)
    for abbreviation, days in days_of.items():
        end = next((count.day for count, _ in victories if count.day > days[-1]), "")
        verified_at = None if end else date.fromisoformat(days[-1])
        party, line = parties.key(abbreviation), victories[0][1].line
        yield builders.relationship(
            RelationshipType.MEMBER_OF_PARTY, key, party, days[0], end, verified_at=verified_at, line=line
        )
