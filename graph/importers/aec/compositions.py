"""The House as an election gave it: the divisions each party won, and its share of the first preferences."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterator

from graph.importers.aec import parties
from graph.importers.aec.chamber import HOUSE
from graph.importers.aec.counts import Count
from graph.importers.records import CompositionRecord, SeatShareRecord
from graph.importers.shares import combine_smallest, per_cent
from graph.kinds import NoParty


def records(count: Count, known: Container[str]) -> Iterator[CompositionRecord]:
    """The composition; ``known`` are the abbreviations of the parties that have a record. Sums with a hole are none."""
    if not count.rejected:
        yield CompositionRecord(
            election=count.key,
            institution=HOUSE,
            start_date=count.day,
            total=len(count.winners),
            shares=tuple(combine_smallest(_shares(count, known))),
            line=f"HouseDopByDivision{count.day[:4]}.csv.gz",
        )


def _shares(count, known):
    seats = Counter(parties.abbreviation(winner) for winner in count.winners.values())
    names, votes = _names_and_votes(count)
    all_votes = votes.total()
    for short in dict.fromkeys([*seats, *votes]):
        yield SeatShareRecord(
            name=_name(short, names),
            party=parties.key(short) if short in known else "",
            seats=seats[short],
            vote_share=per_cent(votes[short], all_votes),
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
        return NoParty.INDEPENDENTS.value
    return parties.NAMINGS[short].name if short in parties.NAMINGS else names[short].most_common(1)[0][0]
