"""General elections and by-elections as records.

Turnout is what Parliament calls so: valid votes per cent of the electorate.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from graph.importers.records import EntityRecord, IdentifierRecord, Record, RelationshipRecord
from graph.importers.uk import parties
from graph.importers.uk.chamber import COUNTRY, MEMBER, UNITED_KINGDOM
from graph.importers.uk.contests import Contest, House
from graph.kinds import ElectionKind, ElectionStatus, Kind
from graph.relations import RelationshipType


def records(house: House, names: Mapping[str, str]) -> Iterator[Record]:
    """The elections of one Parliament; ``names`` are the display names of members."""
    if house.general:
        yield _general(house)
        yield from _relationships(house.general[0].election, house.parliament.elected, house.general[0].line)
    for contest in house.by_elections:
        yield _by_election(contest, names[contest.winner.member])
        yield from _relationships(contest.election, contest.day, contest.line)


def _general(house):
    day = house.parliament.elected
    details = {"date": day, "kind": ElectionKind.LEGISLATIVE, "status": ElectionStatus.HELD}
    # Sums with a hole are no result.
    if not house.rejected:
        details |= _result(house.general)
    return EntityRecord(
        key=house.general[0].election,
        kind=Kind.ELECTION,
        name=f"{day[:4]} United Kingdom legislative election",
        country_code=COUNTRY,
        details=details,
        line=house.general[0].line,
    )


def _result(contests):
    """The party with most seats, the turnout, and the difference between the two biggest shares of the vote."""
    seats = Counter(parties.name(contest.winner) for contest in contests)
    votes = Counter()
    for contest in contests:
        for candidate in contest.candidates:
            votes[candidate.party_id] += candidate.votes
    (_, first), (_, second) = votes.most_common(2)
    return {
        "winner": seats.most_common(1)[0][0],
        "result_margin": _per_cent(first - second, sum(votes.values())),
        "turnout": _turnout(contests),
    }


def _by_election(contest, winner):
    first, second = contest.candidates[:2]
    return EntityRecord(
        key=contest.election,
        kind=Kind.ELECTION,
        name=f"{contest.day[:4]} {contest.constituency} by-election",
        country_code=COUNTRY,
        details={
            "date": contest.day,
            "kind": ElectionKind.BY_ELECTION,
            "status": ElectionStatus.HELD,
            "winner": winner,
            "result_margin": _per_cent(first.votes - second.votes, contest.valid_votes),
            "turnout": _turnout([contest]),
        },
        identifiers=(IdentifierRecord(scheme="uk-by-election", value=f"{contest.day}/{contest.seat}"),),
        line=contest.line,
    )


def _relationships(election, day, line):
    for type_, subject, object_ in (
        (RelationshipType.OCCURS_IN_COUNTRY, election, UNITED_KINGDOM),
        (RelationshipType.ELECTED_IN_ELECTION, MEMBER, election),
    ):
        yield RelationshipRecord(type=type_, subject=subject, object=object_, start_date=day, end_date=day, line=line)


def _turnout(contests: list[Contest]) -> float:
    valid_votes = sum(contest.valid_votes for contest in contests)
    return _per_cent(valid_votes, sum(contest.electorate for contest in contests))


def _per_cent(part, whole):
    return round(part / whole * 100, 2)
