"""Shares of a composition, where a source counts votes for everybody who stood."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from graph.importers.records import SeatShareRecord
from graph.kinds import NoParty

LEAST_SHARE = 0.1
"""Per cent of the votes below which a party without a seat is one of the others."""
DECIMALS = 2


def combine_smallest(shares: Iterable[SeatShareRecord]) -> Iterator[SeatShareRecord]:
    """The shares with their votes rounded; those of the smallest parties without a seat are put together as others."""
    others = 0.0
    for share in shares:
        if share.seats or (share.vote_share or 0) >= LEAST_SHARE:
            yield _rounded(share)
        else:
            others += share.vote_share or 0
    if others:
        yield _rounded(SeatShareRecord(name=NoParty.OTHERS.value, vote_share=others))


def per_cent(votes: int, all_votes: int) -> float | None:
    """What the votes are of all votes; None where nobody voted."""
    return votes / all_votes * 100 if all_votes else None


def _rounded(share):
    return share if share.vote_share is None else replace(share, vote_share=round(share.vote_share, DECIMALS))
