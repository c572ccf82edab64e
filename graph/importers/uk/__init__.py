"""Import the House of Commons since 2010. Parties and members have an ID in the register of Parliament."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from graph.importers import builders
from graph.importers.countries import Countries
from graph.importers.records import SOURCES, NameRecord, Record
from graph.importers.tables import read_table
from graph.importers.uk.contests import Candidate, Contest, Parliament, read_parliaments
from graph.kinds import ElectionKind, NoParty
from graph.results import percentage
from graph.text.folding import fold

SOURCE = SOURCES["uk"]
SEATS = 650
COMMONS = "uk:commons"
MEMBER = "uk:member-of-the-commons"
# The Parliament elected in 2024. Its ballots have usual names, earlier ones full names such as "Timothy Farron".
PARLIAMENT_WITH_COMMON_NAMES = 59
COUNTRY = "gb"
INDEPENDENT = "8"
# The party number of the Speaker, who leaves his or her party when elected as Speaker.
SPEAKER = "47"

# The columns of parties.csv, which has the names of parties that differ from those on the ballots. Labour's joint
# candidates with the Co-operatives have the number of Labour.
COLUMNS = ("number", "name", "former_name")
PARTIES = {row["number"]: row for row in read_table(Path(__file__).with_name("parties.csv"), COLUMNS)}


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield the records of the House of Commons, its parties, elections and members from the files in the folder
    ``path``. A result that cannot be read gives a rejected record. Raise BrokenFile if a file cannot be read."""
    parliaments = read_parliaments(path)
    contests = [contest for parliament in parliaments for contest in parliament.general + parliament.by_elections]
    members = victories_by_member(contests)
    with_seats = first_victories(contest for victories in members.values() for contest in victories)
    names = {"name": "House of Commons", "country_name": "the United Kingdom"}
    yield from builders.chamber(COMMONS, MEMBER, COUNTRY, **names, seats=SEATS)
    yield from parties(with_seats)
    for parliament in parliaments:
        yield from parliament.rejected
        yield from general_election(parliament, with_seats)
        for contest in parliament.by_elections:
            yield from by_election(contest, display_name(members[contest.winner.member]))
    for number, victories in members.items():
        yield from member(number, victories)


def has_party(candidate: Candidate) -> bool:
    return candidate.party_id not in (INDEPENDENT, SPEAKER)


def party_key(candidate: Candidate) -> str:
    return f"uk:party:{candidate.party_id}"


def party_name(candidate: Candidate) -> str:
    return PARTIES[candidate.party_id]["name"] if candidate.party_id in PARTIES else candidate.party


def first_victories(contests: Iterable[Contest]) -> dict[str, Contest]:
    """Map the ID of each party to its first victory in ``contests``."""
    found = {}
    for contest in contests:
        if has_party(contest.winner):
            found.setdefault(contest.winner.party_id, contest)
    return found


def parties(first_victories: Mapping[str, Contest]) -> Iterator[Record]:
    for number, contest in first_victories.items():
        other_names = [NameRecord(name=contest.winner.abbreviation, kind="acronym")]
        if former_name := PARTIES.get(number, {}).get("former_name"):
            other_names.append(NameRecord(name=former_name, kind="former"))
        key, name = party_key(contest.winner), party_name(contest.winner)
        more = {"other_names": tuple(other_names), "identifiers": {"mnis-party": number}, "line": contest.line}
        yield from builders.party(key, name, COUNTRY, **more)


def general_election(parliament: Parliament, with_seats: Container[str]) -> Iterator[Record]:
    """Yield the records of the general election and of the seats by party after it. Leave out results and seats if any
    result of this Parliament is invalid, even one of a by-election. ``with_seats`` has the IDs of parties that ever won
    a seat. Other parties have only a name, because the graph has no entity for them."""
    contests, day = parliament.general, parliament.elected
    if not contests:
        return
    election, line = contests[0].election, contests[0].line
    votes, candidates = Counter(), {}
    for candidate in (candidate for contest in contests for candidate in contest.candidates):
        candidates.setdefault(candidate.party_id, candidate)
        votes[candidate.party_id] += candidate.votes
    name = f"{day[:4]} United Kingdom legislative election"
    more = {"kind": ElectionKind.LEGISLATIVE, "results": {} if parliament.rejected else _results(contests, votes)}
    yield from builders.election(election, name, COUNTRY, day=day, office=MEMBER, line=line, **more)

    def name_and_key(number):
        candidate = candidates[number]
        name = NoParty.INDEPENDENTS.value if number == INDEPENDENT else party_name(candidate)
        return name, party_key(candidate) if number in with_seats else ""

    seats = Counter(contest.winner.party_id for contest in contests)
    if not parliament.rejected:
        yield builders.composition(election, COMMONS, day, seats, votes, name_and_key, line=line)


def _results(contests, votes):
    """Return three facts of a general election. ``winner`` is the party with the most seats. ``result_margin`` is the
    lead of the party with the most votes, in percentage points. ``turnout`` is in per cent."""
    seats = Counter(party_name(contest.winner) for contest in contests)
    (_, first), (_, second) = votes.most_common(2)
    margin = percentage(first - second, votes.total())
    return {"winner": seats.most_common(1)[0][0], "result_margin": margin, "turnout": _turnout(contests)}


def by_election(contest: Contest, winner: str) -> Iterator[Record]:
    first, second = contest.candidates[:2]
    margin = percentage(first.votes - second.votes, contest.valid_votes)
    name, identifier = f"{contest.day[:4]} {contest.constituency} by-election", f"{contest.day}/{contest.seat}"
    results = {"winner": winner, "result_margin": margin, "turnout": _turnout([contest])}
    more = {"results": results, "office": MEMBER, "identifiers": {"uk-by-election": identifier}, "line": contest.line}
    kind = ElectionKind.BY_ELECTION
    yield from builders.election(contest.election, name, COUNTRY, day=contest.day, kind=kind, **more)


def _turnout(contests):
    """Return the total turnout in ``contests`` in per cent. Only valid votes count, as in the tables of Parliament."""
    valid_votes = sum(contest.valid_votes for contest in contests)
    return percentage(valid_votes, sum(contest.electorate for contest in contests))


def victories_by_member(contests: Iterable[Contest]) -> dict[str, list[Contest]]:
    """Return the contests that each member won, the oldest first, by the member's ID in the register of Parliament."""
    victories = defaultdict(list)
    for contest in sorted(contests, key=lambda contest: (contest.day, contest.seat)):
        victories[contest.winner.member].append(contest)
    return victories


def display_name(victories: Sequence[Contest]) -> str:
    """Return the name of a member on the ballot of 2024. If the member did not win then, return the most frequent name
    in the earlier general elections that the member won or, if there are none, in the by-elections."""
    general = [contest for contest in victories if not contest.writ]
    recent = [contest for contest in general if contest.parliament == PARLIAMENT_WITH_COMMON_NAMES]
    names = [contest.winner.name for contest in recent or general or victories]
    counts = Counter(map(fold, names))
    return max(reversed(names), key=lambda name: counts[fold(name)])


def member(number: str, victories: Sequence[Contest]) -> Iterator[Record]:
    """Yield the records of a member, of terms and candidacies, and of one membership for each party. ``number`` is the
    ID in the register of Parliament. ``victories`` are the contests that the member won, the oldest first."""
    key, spellings = f"uk:mnis:{number}", [contest.winner.name for contest in victories]
    name, identifiers, line = display_name(victories), {"datadotparl": number}, victories[0].line
    yield builders.politician(key, name, COUNTRY, spellings=spellings, identifiers=identifiers, line=line)
    victories_for = defaultdict(list)
    for contest in victories:
        yield builders.term(key, MEMBER, contest.day, contest.end, line=contest.line)
        # A candidacy has the day of the general election, even if the vote in this constituency was later.
        yield builders.candidacy(key, contest.election, contest.election_day, line=contest.line)
        if has_party(contest.winner):
            victories_for[party_key(contest.winner)].append(contest)
    for party, won in victories_for.items():
        first, last = won[0], won[-1]
        # The membership is confirmed only on the day of the last election: the source has no changes of party after it.
        day = date.fromisoformat(last.day)
        yield builders.membership(key, party, first.day, last.end, verified_at=day, line=first.line)
