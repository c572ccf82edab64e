"""The House as an election gave it: the divisions each party won, and its share of the first preferences."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterator

from graph.importers.aec import parties
from graph.importers.aec.chamber import HOUSE
from graph.importers.aec.counts import Count
from graph.importers.records import CompositionRecord, SeatShareRecord

INDEPENDENTS, OTHERS = "Independents", "Others"
LEAST_SHARE = 0.1
"""Per cent of the votes below which a party without a seat is one of the others."""


def records(count: Count, known: Container[str]) -> Iterator[CompositionRecord]:
    """The composition; ``known`` are the abbreviations of the parties that have a record. Sums with a hole are none."""
    if not count.refusals:
        yield CompositionRecord(
            election=count.key,
            institution=HOUSE,
            start_date=count.day,
            total=len(count.winners),
            shares=tuple(_shares(count, known)),
            line=f"HouseDopByDivision{count.day[:4]}.csv.gz",
        )


def _shares(count, known):
    seats = Counter(parties.abbreviation(winner) for winner in count.winners.values())
    names, votes = _names_and_votes(count)
    all_votes, others = votes.total(), 0
    for short in dict.fromkeys([*seats, *votes]):
        share = votes[short] / all_votes * 100 if all_votes else None
        if seats[short] or share >= LEAST_SHARE:
            yield _share(short, names, seats, share, known)
        else:
            others += share
    if others:
        yield SeatShareRecord(name=OTHERS, vote_share=round(others, 2))


def _share(short, names, seats, share, known):
    return SeatShareRecord(
        name=_name(short, names),
        party=parties.key(short) if short in known else "",
        seats=seats[short],
        vote_share=None if share is None else round(share, 2),
    )


def _names_and_votes(count):
    """The ballot names of each party with the votes for each, and all its votes, by its one abbreviation."""
    names, votes = defaultdict(Counter), Counter()
    for (short, name), number in count.first_votes.items():
        names[parties.one_for_all(short)][name] += number
        votes[parties.one_for_all(short)] += number
    return names, votes


def _name(short, names):
    """The party's own name, else the one on most ballots."""
    if not short:
        return INDEPENDENTS
    return parties.NAMINGS[short].name if short in parties.NAMINGS else names[short].most_common(1)[0][0]
