"""Round vote shares of a composition and combine the smallest, for sources that count votes of every candidate."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from graph.importers.records import SeatShareRecord
from graph.kinds import NoParty

SMALLEST_SHARE = 0.1
"""A percentage of the votes. A party without a seat and with a lower percentage is combined into the row "Others"."""
DECIMALS = 2


def combine_smallest(shares: Iterable[SeatShareRecord]) -> Iterator[SeatShareRecord]:
    """Yield the rows with rounded percentages. Combine the smallest parties without a seat into one row, Others."""
    others = 0.0
    for share in shares:
        if share.seats or (share.vote_share or 0) >= SMALLEST_SHARE:
            yield _rounded(share)
        else:
            others += share.vote_share or 0
    if others:
        yield _rounded(SeatShareRecord(name=NoParty.OTHERS.value, vote_share=others))


def per_cent(votes: int, all_votes: int) -> float | None:
    """Return the votes as a percentage of all votes; None if there are no votes."""
    return votes / all_votes * 100 if all_votes else None


def _rounded(share):
    return share if share.vote_share is None else replace(share, vote_share=round(share.vote_share, DECIMALS))
