import pytest

from graph.importers.records import SeatShareRecord
from graph.importers.shares import combine_smallest, per_cent


def share(name, seats=0, vote_share=None):
    return SeatShareRecord(name=name, seats=seats, vote_share=vote_share)


def test_shares_are_rounded_and_the_smallest_put_together():
    told = combine_smallest(
        [share("Large", 3, 60.126), share("Small", 0, 0.1), share("Tiny", 0, 0.0994), share("Tinier", 0, 0.0206)]
    )

    assert list(told) == [share("Large", 3, 60.13), share("Small", 0, 0.1), share("Others", 0, 0.12)]


def test_a_seat_keeps_a_party_from_being_one_of_the_others():
    assert list(combine_smallest([share("Local", 1, 0.01)])) == [share("Local", 1, 0.01)]


def test_where_nobody_is_that_small_there_are_no_others():
    assert list(combine_smallest([share("Large", 1, 100.0)])) == [share("Large", 1, 100.0)]


def test_votes_that_nobody_counted_stay_unknown():
    assert list(combine_smallest([share("Large", 1), share("None", 0)])) == [share("Large", 1)]


@pytest.mark.parametrize(("votes", "all_votes", "share"), [(1, 4, 25.0), (0, 4, 0.0), (0, 0, None)])
def test_a_share_is_per_cent_of_all_votes(votes, all_votes, share):
    assert per_cent(votes, all_votes) == share
