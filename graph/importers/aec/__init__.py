"""Import the elections of the Australian House of Representatives from 2004 to 2022, its parties and its members.

The module ``counts`` reads the files of the Australian Electoral Commission. Parties are identified by their
abbreviations, because the names of a party on the ballots differ by state and year.
"""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path

from graph.importers import builders
from graph.importers.aec.counts import (
    DAYS,
    PREFERRED,
    Count,
    full_name,
    main_abbreviation,
    person_key,
    read_count,
    short_name,
)
from graph.importers.crosswalk import Countries
from graph.importers.records import CompositionRecord, NameRecord, Record, read_source
from graph.importers.tables import Row
from graph.kinds import ElectionKind, NoParty
from graph.relations import RelationshipType

SOURCE = read_source("aec")
HOUSE = "au:house"
MEMBER = "au:member-of-the-house"
COUNTRY = "au"
COALITION = "Liberal/National Coalition"
# Liberals, Nationals and their branches in Queensland and the Northern Territory govern together.
COALITION_PARTIES = frozenset({"LP", "NP", "LNP", "CLP"})
NAMES = {
    "ALP": "Australian Labor Party",
    "LP": "Liberal Party of Australia",
    "NP": "National Party of Australia",
    "LNP": "Liberal National Party of Queensland",
    "CLP": "Country Liberal Party",
    "GRN": "Australian Greens",
    "KAP": "Katter's Australian Party",
    "ON": "Pauline Hanson's One Nation",
    "PUP": "Palmer United Party",
    "XEN": "Centre Alliance",
}
OTHER_NAMES = {"NP": NameRecord(name="The Nationals"), "XEN": NameRecord(name="Nick Xenophon Team", kind="former")}
LABOR = NAMES["ALP"]

Victories = Sequence[tuple[Count, Row]]


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield the records of the House of Representatives, its parties, its elections and its members.

    Yield a RejectedRecord for each invalid row of the files.
    """
    counts = [read_count(path, day) for day in DAYS]
    with_seats = first_victories(counts)
    yield from builders.chamber(HOUSE, MEMBER, COUNTRY, name="House of Representatives", country_name="Australia")
    yield from parties(with_seats)
    for count in counts:
        yield from count.rejected
        yield from election(count)
        if not count.rejected:
            yield composition(count, with_seats)
    yield from members(counts)


def key(abbreviation: str) -> str:
    """Return the key by which records refer to the party with this abbreviation: ``au:party:ALP`` for ``ALP``."""
    return f"au:party:{abbreviation}"


def first_victories(counts: Iterable[Count]) -> dict[str, str]:
    """Return the file and line of the first victory of each party, by the main abbreviation of the party.

    A victory is a won division (a constituency). Parties without a victory and independents are left out.
    """
    lines = {}
    for count in counts:
        for winner in count.winners.values():
            lines.setdefault(main_abbreviation(winner["PartyAb"]), winner.line)
    lines.pop("", None)
    return lines


def parties(first_victories: Mapping[str, str]) -> Iterator[Record]:
    """Yield each party that won a division (a constituency), and its relationship with Australia."""
    for abbreviation, line in first_victories.items():
        other_names = [OTHER_NAMES[abbreviation]] if abbreviation in OTHER_NAMES else []
        if abbreviation in NAMES:
            other_names.append(NameRecord(name=abbreviation, kind="acronym"))
        name = NAMES.get(abbreviation, abbreviation)
        yield from builders.party(key(abbreviation), name, COUNTRY, other_names=tuple(other_names), line=line)


def election(count: Count) -> Iterator[Record]:
    """Yield the election, and its relationships with Australia and with the office that it filled.

    There is no turnout, because the files have only valid votes. If a row was rejected, winner and margin are left out.
    """
    yield from builders.election(
        count.key,
        f"{count.day[:4]} Australia legislative election",
        COUNTRY,
        day=count.day,
        kind=ElectionKind.LEGISLATIVE,
        results={} if count.rejected else _results(count),
        office=MEMBER,
        line=f"HouseTppByDivision{count.day[:4]}.csv.gz",
    )


def _results(count):
    """Return the winner of an election (Labor or the Coalition) and the margin in per cent.

    The winner has more than half of the seats. If neither side has them, the winner has more two-party-preferred votes.
    The margin is the difference between the two-party-preferred votes of both sides.
    """
    labor, coalition = (count.preferred[column] for column in PREFERRED)
    seats = {LABOR: count.seats["ALP"], COALITION: sum(count.seats[party] for party in COALITION_PARTIES)}
    majority = [side for side, number in seats.items() if number * 2 > count.seats.total()]
    winner = majority[0] if majority else LABOR if labor > coalition else COALITION
    return {"winner": winner, "result_margin": builders.percentage(abs(labor - coalition), labor + coalition)}


def composition(count: Count, with_seats: Container[str]) -> CompositionRecord:
    """Return the record of the seats and first preferences (first-choice votes) of each party after an election.

    ``with_seats`` contains the main abbreviations of the parties that have a record.
    """
    votes, ballot_names = Counter(), defaultdict(Counter)
    for (branch, ballot_name), number in count.first_votes.items():
        votes[main_abbreviation(branch)] += number
        ballot_names[main_abbreviation(branch)][ballot_name] += number

    def name_and_key(abbreviation):
        """Return the name of a party and the key of its record. Without a record, the key is empty.

        The name is the one in NAMES. If NAMES does not have the party, the name is the one on most ballots.
        """
        if not abbreviation:
            return NoParty.INDEPENDENTS.value, ""
        name = NAMES.get(abbreviation) or ballot_names[abbreviation].most_common(1)[0][0]
        return name, key(abbreviation) if abbreviation in with_seats else ""

    line = f"HouseDopByDivision{count.day[:4]}.csv.gz"
    return builders.composition(count.key, HOUSE, count.day, count.seats, votes, name_and_key, line=line)


def members(counts: Sequence[Count]) -> Iterator[Record]:
    """Yield each person who won a division, with the person's terms of office, candidacies and party memberships.

    A division is a constituency. The persons are in the order of their first victories.
    """
    victories_of = defaultdict(list)
    for count in counts:
        for winner in count.winners.values():
            victories_of[person_key(winner)].append((count, winner))
    next_count = {count.day: later for count, later in pairwise(counts)}
    for person, victories in victories_of.items():
        key = f"au:person:{person}"
        yield _politician(key, victories)
        for count, winner in victories:
            end = _end_of_term(person, next_count.get(count.day))
            yield _verified(RelationshipType.HOLDS_OFFICE, key, MEMBER, [count.day], end, winner.line)
            yield builders.candidacy(key, count.key, count.day, line=winner.line)
        yield from _memberships(key, victories)


def _politician(key, victories: Victories):
    """Return the record of a person. The display name is the latest spelling of the name.

    If some spellings have a lower-case word ("van Manen"), the display name is the latest of these spellings.
    """
    names = [short_name(winner) for _, winner in victories]
    with_lower_case = [name for name in names if any(word.islower() for word in name.split())]
    spellings = [text for _, winner in victories for text in (short_name(winner), full_name(winner))]
    name, line = (with_lower_case or names)[-1], victories[0][1].line
    return builders.politician(key, name, COUNTRY, spellings=spellings, line=line)


def _end_of_term(person, next_count: Count | None) -> str:
    """Return the day of the next election if the member was in office until then; otherwise an empty text (unknown).

    The files have no by-elections. So the end is known only if the person is a winner or a sitting member in the next
    election. The term of a person who won a by-election starts with the next general election.
    """
    if next_count is None:
        return ""
    stayed = person in next_count.sitting or person in map(person_key, next_count.winners.values())
    return next_count.day if stayed else ""


def _memberships(person, victories: Victories):
    """Yield a membership for each party for which the person won a division (a constituency).

    A membership starts on the day of the first victory for the party. If the person later won a division without the
    party, the membership ends on the day of that victory.
    """
    days_of = defaultdict(list)
    for count, winner in victories:
        days_of[main_abbreviation(winner["PartyAb"])].append(count.day)
    days_of.pop("", None)
    for party, days in days_of.items():
        end = next((count.day for count, _ in victories if count.day > days[-1]), "")
        yield _verified(RelationshipType.MEMBER_OF_PARTY, person, key(party), days, end, victories[0][1].line)


def _verified(type_, person, object_, days, end, line):
    """Return a relationship that starts on the first of ``days``.

    If ``end`` is empty, the source verifies the relationship on the last of ``days``.
    """
    verified_at = None if end else date.fromisoformat(days[-1])
    return builders.relationship(type_, person, object_, days[0], end, verified_at=verified_at, line=line)
