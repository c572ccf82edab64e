"""The House as a general election gave it: the seats of each party and its share of the votes."""

from collections import Counter
from collections.abc import Container, Iterator

from graph.importers.records import CompositionRecord, SeatShareRecord
from graph.importers.shares import combine_smallest, per_cent
from graph.importers.uk import parties
from graph.importers.uk.chamber import COMMONS
from graph.importers.uk.contests import House
from graph.kinds import NoParty

INDEPENDENT = "8"


def records(house: House, known: Container[str]) -> Iterator[CompositionRecord]:
    """The composition; ``known`` are the numbers of the parties that have a record. Sums with a hole are none."""
    if house.general and not house.rejected:
        yield CompositionRecord(
            election=house.general[0].election,
            institution=COMMONS,
            start_date=house.parliament.elected,
            total=len(house.general),
            shares=tuple(combine_smallest(_shares(house.general, known))),
            line=house.general[0].line,
        )


def _shares(contests, known):
    seats = Counter(contest.winner.party_id for contest in contests)
    candidates, votes = _candidates_and_votes(contests)
    all_votes = votes.total()
    for number, candidate in candidates.items():
        yield SeatShareRecord(
            name=NoParty.INDEPENDENTS.value if number == INDEPENDENT else parties.name(candidate),
            party=parties.key(candidate) if number in known else "",
            seats=seats[number],
            vote_share=per_cent(votes[number], all_votes),
        )


def _candidates_and_votes(contests):
    """Someone who stood for each party, and the votes for all who did, by the party's number."""
    candidates, votes = {}, Counter()
    for contest in contests:
        for candidate in contest.candidates:
            candidates.setdefault(candidate.party_id, candidate)
            votes[candidate.party_id] += candidate.votes
    return candidates, votes
