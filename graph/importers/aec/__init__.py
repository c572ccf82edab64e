"""Import elections, compositions, parties and members of the Australian House of Representatives from 2004 to 2022."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path

from graph.importers import builders
from graph.importers.aec.counts import DAYS, PREFERRED, Count, main_abbreviation, names_of, person_key, read_count
from graph.importers.countries import Countries
from graph.importers.records import SOURCES, CompositionRecord, NameRecord, Record
from graph.importers.tables import Row, read_table
from graph.kinds import ElectionKind, NoParty
from graph.results import percentage

SOURCE = SOURCES["aec"]
HOUSE = "au:house"
MEMBER = "au:member-of-the-house"
COUNTRY = "au"
COALITION = "Liberal/National Coalition"
# Abbreviations of the parties that form the Coalition: Liberals, Nationals, and LNP and CLP, which belong to both.
COALITION_PARTIES = frozenset({"LP", "NP", "LNP", "CLP"})
COLUMNS = ("abbreviation", "name", "other_name", "kind")
PARTIES = {row["abbreviation"]: row for row in read_table(Path(__file__).with_name("parties.csv"), COLUMNS)}
NAMES = {abbreviation: row["name"] for abbreviation, row in PARTIES.items()}
LABOR = NAMES["ALP"]

Victories = Sequence[tuple[Count, Row]]


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield the records of the House of Representatives, its parties, elections, compositions (seats by party) and
    members from the folder ``path``. If a result in an election is invalid, yield a rejected record, and leave out the
    result and the composition of this election. Raise BrokenFile if a file cannot be read."""
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
    """Return the record key of the party with this abbreviation, such as ``au:party:ALP`` for ``ALP``."""
    return f"au:party:{abbreviation}"


def first_victories(counts: Iterable[Count]) -> dict[str, str]:
    """Map abbreviations of parties to the file and line of their first victory. ``counts`` must be in order of time."""
    lines = {}
    for count in counts:
        for winner in count.winners.values():
            lines.setdefault(main_abbreviation(winner["PartyAb"]), winner.line)
    lines.pop("", None)
    return lines


def parties(first_victories: Mapping[str, str]) -> Iterator[Record]:
    for abbreviation, line in first_victories.items():
        known, other_names = PARTIES.get(abbreviation, {"name": abbreviation}), []
        if other_name := known.get("other_name"):
            other_names.append(NameRecord(name=other_name, kind=known["kind"]))
        if abbreviation in PARTIES:
            other_names.append(NameRecord(name=abbreviation, kind="acronym"))
        yield from builders.party(key(abbreviation), known["name"], COUNTRY, other_names=tuple(other_names), line=line)


def election(count: Count) -> Iterator[Record]:
    """Yield the records of an election. If the graph has the election already, update only winner and margin."""
    name, line = f"{count.day[:4]} Australia legislative election", f"HouseTppByDivision{count.day[:4]}.csv.gz"
    results = {} if count.rejected else _results(count)
    more = {"kind": ElectionKind.LEGISLATIVE, "results": results, "uses": tuple(results), "line": line}
    yield from builders.election(count.key, name, COUNTRY, day=count.day, office=MEMBER, **more)


def _results(count):
    """Return ``winner`` and ``result_margin``. The winner is the side, Labor or Coalition, with a majority of the seats
    or, if no side has one, with more two-party-preferred votes. The margin is in percentage points of these votes."""
    labor, coalition = (count.preferred[column] for column in PREFERRED)
    seats = {LABOR: count.seats["ALP"], COALITION: sum(count.seats[party] for party in COALITION_PARTIES)}
    majority = [side for side, number in seats.items() if number * 2 > count.seats.total()]
    winner = majority[0] if majority else LABOR if labor > coalition else COALITION
    return {"winner": winner, "result_margin": percentage(abs(labor - coalition), labor + coalition)}


def composition(count: Count, with_seats: Container[str]) -> CompositionRecord:
    """Return the record of a composition: the seats and votes of parties after an election. ``with_seats`` has the
    abbreviations of the parties that have ever won a seat. Only these parties have an entity in the graph."""
    votes, ballot_names = Counter(), defaultdict(Counter)
    for (branch, ballot_name), number in count.first_votes.items():
        votes[main_abbreviation(branch)] += number
        ballot_names[main_abbreviation(branch)][ballot_name] += number

    def name_and_key(abbreviation):
        if not abbreviation:
            return NoParty.INDEPENDENTS.value, ""
        name = NAMES.get(abbreviation) or ballot_names[abbreviation].most_common(1)[0][0]
        return name, key(abbreviation) if abbreviation in with_seats else ""

    line = f"HouseDopByDivision{count.day[:4]}.csv.gz"
    return builders.composition(count.key, HOUSE, count.day, count.seats, votes, name_and_key, line=line)


def members(counts: Sequence[Count]) -> Iterator[Record]:
    """Yield the records of each person who has ever won a seat, with terms of office, candidacies and party
    memberships. ``counts`` are the results of all elections, the oldest first."""
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
            known = _last_known(count.day, end)
            yield builders.term(key, MEMBER, count.day, end, verified_at=known, line=winner.line)
            yield builders.candidacy(key, count.key, count.day, line=winner.line)
        yield from _memberships(key, victories)


def _politician(key, victories: Victories):
    spellings = [name for _, winner in victories for name in names_of(winner)]
    names = spellings[::2]
    with_lower_case = [name for name in names if any(word.islower() for word in name.split())]
    name, line = (with_lower_case or names)[-1], victories[0][1].line
    return builders.politician(key, name, COUNTRY, spellings=spellings, line=line)


def _end_of_term(person, next_count: Count | None) -> str:
    """Return the last day of a member's term: the day of the next election. Return "" if the next election has not been
    held yet, or if the member left before it, because the source does not say when."""
    if next_count is None:
        return ""
    stayed = person in next_count.sitting or person in map(person_key, next_count.winners.values())
    return next_count.day if stayed else ""


def _memberships(person, victories: Victories):
    """Yield one membership for each party. It ends when the person is elected for another party or for none."""
    days_of = defaultdict(list)
    for count, winner in victories:
        days_of[main_abbreviation(winner["PartyAb"])].append(count.day)
    days_of.pop("", None)
    for party, days in days_of.items():
        end = next((count.day for count, _ in victories if count.day > days[-1]), "")
        more = {"verified_at": _last_known(days[-1], end), "line": victories[0][1].line}
        yield builders.membership(person, key(party), days[0], end, **more)


def _last_known(last_victory, end) -> date | None:
    """Return ``verified_at`` of a term or membership. If there is an ``end``, return None: the day on which the source
    was retrieved. Otherwise, return ``last_victory``, because the source says nothing about later days."""
    return None if end else date.fromisoformat(last_victory)
