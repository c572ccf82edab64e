from datetime import date

import pytest

from config.http import cursors
from config.http.pagination import SortOrder

DAY = date(2026, 6, 15)
BY_START = SortOrder("starts", (int, date, str))
BY_SLUG = SortOrder("slugs", (str,))


def test_position_has_the_values_of_the_cursor():
    values = (1, date(2020, 1, 1), "Équal")

    assert BY_START.position(BY_START.cursor(values, DAY)).values == values


def test_position_has_the_day_of_the_first_page():
    assert BY_SLUG.position(BY_SLUG.cursor(["france"], DAY)).day == DAY


@pytest.mark.parametrize("order", [BY_SLUG, SortOrder("other starts", BY_START.types)])
def test_position_rejects_the_cursor_of_another_list(order):
    cursor = order.cursor([1, DAY, "x"][: len(order.types)] if order is not BY_SLUG else ["france"], DAY)

    with pytest.raises(cursors.InvalidCursor):
        BY_START.position(cursor)


@pytest.mark.parametrize("day", [date(999, 12, 31), date(2201, 1, 1)])
def test_position_rejects_a_day_that_no_request_can_have(day):
    with pytest.raises(cursors.InvalidCursor):
        BY_SLUG.position(BY_SLUG.cursor(["france"], day))
