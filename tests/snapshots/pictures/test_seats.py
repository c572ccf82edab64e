import pytest

from snapshots.pictures.seats import hemicycle


def composition(*seats):
    return [{"name": f"Party {number}", "seats": count} for number, count in enumerate(seats)]


@pytest.mark.parametrize("total", [1, 2, 3, 17, 120, 650, 2_980])
def test_hemicycle_has_a_dot_for_each_seat(total):
    picture = hemicycle(composition(total))

    assert len(picture.seats) == len({(seat.x, seat.y) for seat in picture.seats}) == total
    assert all(0 <= seat.x <= 200 and 0 <= seat.y <= 100 for seat in picture.seats)


def test_hemicycle_seats_parties_from_left_to_right():
    picture = hemicycle(composition(*range(12, 2, -1)))

    assert [seat.colour for seat in picture.seats] == sorted(seat.colour for seat in picture.seats)
    assert {seat.colour for seat in picture.seats} == set(range(1, 9))
    assert picture.seats[0].x < 100 < picture.seats[-1].x


def test_hemicycle_is_none_without_seats():
    assert hemicycle([]) is None


@pytest.mark.parametrize("total", [30, 650])
def test_dots_do_not_overlap(total):
    picture = hemicycle(composition(total))

    nearest = min(
        (one.x - other.x) ** 2 + (one.y - other.y) ** 2
        for number, one in enumerate(picture.seats)
        for other in picture.seats[:number]
    )
    assert nearest**0.5 >= 2 * picture.radius
