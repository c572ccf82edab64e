from itertools import combinations, pairwise
from math import atan2

import pytest

from snapshots.pictures.seats import hemicycle


def composition(*seats):
    return [{"name": f"Party {number}", "seats": count} for number, count in enumerate(seats)]


@pytest.mark.parametrize("total", [1, 2, 3, 17, 120, 650, 2_980])
def test_hemicycle_has_a_dot_for_each_seat(total):
    picture = hemicycle(composition(total))

    (wedge,) = picture.wedges
    assert len(wedge.seats) == len({(seat.x, seat.y) for seat in wedge.seats}) == total
    assert all(0 <= seat.x <= 200 and 0 <= seat.y <= 100 for seat in wedge.seats)


def test_hemicycle_seats_parties_from_left_to_right():
    first, *_, last = hemicycle(composition(*range(12, 2, -1))).wedges

    assert (len(first.seats), len(last.seats)) == (12, 3)
    assert max(seat.x for seat in first.seats) < 100 < min(seat.x for seat in last.seats)


def test_neighbours_differ_in_their_pattern():
    wedges = hemicycle(composition(*range(12, 2, -1))).wedges

    assert all(one.pattern != other.pattern for one, other in pairwise(wedges))


def test_legend_counts_the_parties_that_it_leaves_out():
    picture = hemicycle(composition(*range(20, 5, -1)))

    assert (len(picture.keys), picture.hidden) == (12, 3)


def test_hemicycle_is_none_without_seats():
    assert hemicycle([]) is None


@pytest.mark.parametrize("total", [30, 650])
def test_dots_do_not_overlap(total):
    picture = hemicycle(composition(total))

    nearest = min(
        (one.x - other.x) ** 2 + (one.y - other.y) ** 2 for one, other in combinations(picture.wedges[0].seats, 2)
    )
    assert nearest**0.5 >= 2 * picture.radius


def gap(left, right):
    """Return the angle in radians between the seats of two neighbouring parties in a half circle: the last seat of
    ``left`` and the first seat of ``right``."""
    one, other = (atan2(100 - seat.y, 100 - seat.x) for seat in (left.seats[-1], right.seats[0]))
    return other - one


def test_positions_order_the_parties_from_left_to_right():
    right, left, unplaced, others = ({"name": name, "party": {"slug": name}} for name in ("right", "left", "new", ""))
    others["party"] = None
    rows = [row | {"seats": seats} for row, seats in ((right, 50), (left, 40), (unplaced, 5), (others, 5))]

    placed, unknown = hemicycle(rows, {"right": 0.4, "left": -0.6}), hemicycle(rows, {"left": -0.6})

    assert [wedge.name for wedge in placed.wedges] == ["left", "right", "new", ""]
    assert [wedge.name for wedge in placed.rows] == ["right", "left", "new", ""]
    assert placed.is_by_position
    assert [wedge.is_apart for wedge in placed.wedges] == [False, False, True, True]
    assert placed.apart == 10
    # A gap separates the rightmost party from the seats of parties without a position.
    assert gap(placed.wedges[1], placed.wedges[2]) > 4 * gap(placed.wedges[0], placed.wedges[1])
    # If only one party has a position, the parties remain in the given order.
    assert [wedge.name for wedge in unknown.wedges] == ["right", "left", "new", ""]
    assert not unknown.is_by_position
    assert unknown.apart == 0
    # If no seats belong to a party, none are separated from the others.
    assert hemicycle([others | {"seats": 5}], {"left": -0.6}).apart == 0


@pytest.mark.parametrize(
    ("apart", "text"),
    [
        ({"Others": 1}, "Behind the gap: 1 seat without a known position"),
        ({"Vacant": 4}, "Behind the gap: 4 seats, vacant"),
        ({"Others": 1, "Vacant": 4}, "Behind the gap: 5 seats, vacant or without a known position"),
        ({}, ""),
    ],
)
def test_text_says_which_seats_are_behind_the_gap(apart, text):
    rows = [{"name": "left", "party": {"slug": "left"}, "seats": 40}]
    rows += [{"name": name, "party": None, "seats": seats} for name, seats in apart.items()]

    picture = hemicycle(rows, {"left": -0.6})

    assert picture.gap_text == text
    assert [wedge.name for wedge in picture.wedges if wedge.is_unplaced] == [name for name in apart if name == "Others"]
