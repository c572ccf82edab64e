"""Build the import records of British elections, of the seats after general elections, and of the members."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass

from graph.importers import builders
from graph.importers.records import CompositionRecord, Record, SeatShareRecord
from graph.importers.shares import combine_smallest, per_cent
from graph.importers.uk import parties
from graph.importers.uk.contests import Contest, Parliament, Term
from graph.kinds import ElectionKind, NoParty
from graph.relations import RelationshipType
from graph.text.folding import fold

COMMONS = "uk:commons"
MEMBER = "uk:member-of-the-commons"
# The ballots of 2024 have the names that people use. The file of 2019 has "Timothy Farron" and "William Cash".
PARLIAMENT_WITH_COMMON_NAMES = 59


def elections(parliament: Parliament, names: Mapping[str, str]) -> Iterator[Record]:
    """Yield the elections of one Parliament. ``names`` has the display name of each member by MNIS number."""
    if parliament.general:
        # When a contest was rejected, all sums are too small, so there is no result.
        results = {} if parliament.rejected else _results(parliament.general)
        yield from _general_election(parliament, results)
    for contest in parliament.by_elections:
        yield from _by_election(contest, names[contest.winner.member])


def _general_election(parliament, results):
    day, contest = parliament.elected, parliament.general[0]
    yield from builders.election(
        contest.election,
        f"{day[:4]} United Kingdom legislative election",
        parties.COUNTRY,
        day=day,
        kind=ElectionKind.LEGISLATIVE,
        results=results,
        office=MEMBER,
        line=contest.line,
    )


def _results(contests):
    """Return the party with most seats, the margin between the two parties with most votes, and the turnout."""
    seats = Counter(parties.name(contest.winner) for contest in contests)
    votes = Counter()
    for contest in contests:
        for candidate in contest.candidates:
            votes[candidate.party_id] += candidate.votes
    (_, first), (_, second) = votes.most_common(2)
    return {
        "winner": seats.most_common(1)[0][0],
        "result_margin": builders.percentage(first - second, votes.total()),
        "turnout": _turnout(contests),
    }


def _by_election(contest: Contest, winner: str):
    first, second = contest.candidates[:2]
    margin = builders.percentage(first.votes - second.votes, contest.valid_votes)
    yield from builders.election(
        contest.election,
        f"{contest.day[:4]} {contest.constituency} by-election",
        parties.COUNTRY,
        day=contest.day,
        kind=ElectionKind.BY_ELECTION,
        results={"winner": winner, "result_margin": margin, "turnout": _turnout([contest])},
        office=MEMBER,
        identifiers={"uk-by-election": f"{contest.day}/{contest.seat}"},
        line=contest.line,
    )


def _turnout(contests):
    """Return the valid votes in per cent of the electorate. The British Parliament defines the turnout so."""
    valid_votes = sum(contest.valid_votes for contest in contests)
    return builders.percentage(valid_votes, sum(contest.electorate for contest in contests))


def compositions(parliament: Parliament, with_seats: Container[str]) -> Iterator[CompositionRecord]:
    """Yield the seats of each party and its percentage of the votes. Yield nothing if a contest was rejected.

    ``with_seats`` has the numbers of the parties that have a record, because they won a seat.
    """
    contests = parliament.general
    if contests and not parliament.rejected:
        yield CompositionRecord(
            election=contests[0].election,
            institution=COMMONS,
            start_date=parliament.elected,
            total=len(contests),
            shares=tuple(combine_smallest(_shares(contests, with_seats))),
            line=contests[0].line,
        )


def _shares(contests, with_seats):
    seats = Counter(contest.winner.party_id for contest in contests)
    # One candidate of each party, for its name, and the votes of all its candidates.
    candidates, votes = {}, Counter()
    for contest in contests:
        for candidate in contest.candidates:
            candidates.setdefault(candidate.party_id, candidate)
            votes[candidate.party_id] += candidate.votes
    all_votes = votes.total()
    for number, candidate in candidates.items():
        yield SeatShareRecord(
            name=NoParty.INDEPENDENTS.value if number == parties.INDEPENDENT else parties.name(candidate),
            party=parties.key(candidate) if number in with_seats else "",
            seats=seats[number],
            vote_share=per_cent(votes[number], all_votes),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A person who won a seat. ``id`` is the number in Parliament's register (MNIS); ``terms`` has the oldest first."""

    id: str
    terms: tuple[Term, ...]

    @property
    def key(self) -> str:
        return f"uk:mnis:{self.id}"

    @property
    def name(self) -> str:
        """Return the most frequent spelling in general elections; for a winner of 2024, the one of that election.

        If the member won no general election, or since 2024 only a by-election, all elections count.
        """
        recent = [term for term in self.terms if term.parliament.number == PARLIAMENT_WITH_COMMON_NAMES]
        general = [term for term in recent or self.terms if not term.contest.is_by_election]
        return _most_frequent([term.winner.name for term in general or self.terms])

    @property
    def spellings(self) -> list[str]:
        return list(dict.fromkeys(term.winner.name for term in self.terms))


def members_from(terms: Iterable[Term]) -> list[Member]:
    """Return one Member for each person with a term, in the order of their first terms."""
    terms_of = defaultdict(list)
    for term in sorted(terms, key=lambda term: (term.start, term.contest.seat)):
        terms_of[term.winner.member].append(term)
    return [Member(id=number, terms=tuple(found)) for number, found in terms_of.items()]


def member_records(member: Member) -> Iterator[Record]:
    """Yield the person, the terms of office, the candidacies of elections won, and the party memberships."""
    yield builders.politician(
        member.key,
        member.name,
        parties.COUNTRY,
        spellings=member.spellings,
        identifiers={"datadotparl": member.id},
        line=member.terms[0].contest.line,
    )
    for term in member.terms:
        contest = term.contest
        yield builders.relationship(
            RelationshipType.HOLDS_OFFICE, member.key, MEMBER, term.start, term.end, line=contest.line
        )
        # A late poll is a part of the general election, so the candidacy has the day of that election.
        day = contest.day if contest.is_by_election else term.parliament.elected
        yield builders.candidacy(member.key, contest.election, day, line=contest.line)
    yield from _memberships(member)


def _memberships(member):
    """Yield one membership per party: from the first term for the party until the end of the last one."""
    terms_of = defaultdict(list)
    for term in member.terms:
        if parties.has_party(term.winner):
            terms_of[parties.key(term.winner)].append(term)
    for party, terms in terms_of.items():
        start, end, line = terms[0].start, terms[-1].end, terms[0].contest.line
        yield builders.relationship(RelationshipType.MEMBER_OF_PARTY, member.key, party, start, end, line=line)


def _most_frequent(names):
    """Return the most frequent name, ignoring accents and case; the latest one if several are equally frequent."""
    counts = Counter(fold(name) for name in names)
    return max(enumerate(names), key=lambda entry: (counts[fold(entry[1])], entry[0]))[1]
