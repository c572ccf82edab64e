from graph.importers.builders import combine_smallest
from graph.importers.records import SeatShareRecord


def share(name, seats=0, vote_share=None):
    return SeatShareRecord(name=name, seats=seats, vote_share=vote_share)


def test_combine_smallest_rounds_shares_and_combines_the_smallest():
    combined = combine_smallest(
        [share("Large", 3, 60.126), share("Small", 0, 0.1), share("Tiny", 0, 0.0994), share("Tinier", 0, 0.0206)]
    )

    assert list(combined) == [share("Large", 3, 60.13), share("Small", 0, 0.1), share("Others", 0, 0.12)]


def test_combine_smallest_leaves_a_small_party_with_a_seat():
    assert list(combine_smallest([share("Local", 1, 0.01)])) == [share("Local", 1, 0.01)]


def test_combine_smallest_adds_no_others_without_small_parties():
    assert list(combine_smallest([share("Large", 1, 100.0)])) == [share("Large", 1, 100.0)]


def test_combine_smallest_leaves_unknown_votes_unknown():
    assert list(combine_smallest([share("Large", 1), share("None", 0)])) == [share("Large", 1)]
