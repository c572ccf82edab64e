"""The House as a general election gave it: the seats of each party and its share of the votes."""

from collections import Counter
from collections.abc import Container, Iterator

from graph.importers.records import CompositionRecord, SeatShareRecord
from graph.importers.uk import parties
from graph.importers.uk.chamber import COMMONS
from graph.importers.uk.contests import House

INDEPENDENT = "8"
OTHERS = "Others"
LEAST_SHARE = 0.1
"""Per cent of the votes below which a party without a seat is one of the others."""


def records(house: House, known: Container[str]) -> Iterator[CompositionRecord]:
    """The composition; ``known`` are the numbers of the parties that have a record. Sums with a hole are none."""
    if house.general and not house.refusals:
        yield CompositionRecord(
            election=house.general[0].election,
            institution=COMMONS,
            start_date=house.parliament.elected,
            total=len(house.general),
            shares=tuple(_shares(house.general, known)),
            line=house.general[0].line,
        )


def _shares(contests, known):
    seats = Counter(contest.winner.party_id for contest in contests)
    candidates, votes = _candidates_and_votes(contests)
    others = 0
    for number, candidate in candidates.items():
        share = votes[number] / votes.total() * 100
        if seats[number] or share >= LEAST_SHARE:
            yield _share(candidate, seats, share, known)
        else:
            others += share
    if others:
        yield SeatShareRecord(name=OTHERS, vote_share=round(others, 2))


def _share(candidate, seats, share, known):
    number = candidate.party_id
    return SeatShareRecord(
        name="Independents" if number == INDEPENDENT else parties.name(candidate),
        party=parties.key(candidate) if number in known else "",
        seats=seats[number],
        vote_share=round(share, 2),
    )


def _candidates_and_votes(contests):
    """Someone who stood for each party, and the votes for all who did, by the party's number."""
    candidates, votes = {}, Counter()
    for contest in contests:
        for candidate in contest.candidates:
            candidates.setdefault(candidate.party_id, candidate)
            votes[candidate.party_id] += candidate.votes
    return candidates, votes
