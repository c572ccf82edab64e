"""Where the bars of a chart stand."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from accounts.charts import FOOT, GUTTER, LEAST_HEIGHT, TOP, Column, bars_over_days, rounded_up, spelled

A_DAY = date(2026, 6, 15)


def columns(*amounts):
    return [Column(A_DAY + timedelta(number), list(pieces.items()), "") for number, pieces in enumerate(amounts)]


@pytest.mark.parametrize(
    ("number", "scale"),
    [(0, 2), (1, 2), (2, 2), (3, 4), (9, 10), (10, 10), (11, 20), (101, 200), (500, 600), (2_001, 4_000)],
)
def test_a_scale_ends_at_a_number_that_reads_well_and_can_be_halved(number, scale):
    assert rounded_up(number) == scale


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (500, "500"), (4_000, "4,000"), (10_000, "10k"), (1_500_000, "1.5M")]
)
def test_a_number_beside_the_bars_is_short(number, text):
    assert spelled(number) == text


def test_pieces_are_stacked_from_the_foot_up_in_their_order():
    chart = bars_over_days(columns({"entity": 60, "snapshot": 20, "throttled": 20}))

    entity, snapshot, throttled = chart.bars[0].pieces
    assert entity.y + entity.height == FOOT
    assert snapshot.y + snapshot.height == entity.y
    assert throttled.y + throttled.height == snapshot.y
    assert throttled.y == TOP
    assert entity.height == 3 * snapshot.height


def test_what_is_nothing_is_not_drawn():
    chart = bars_over_days(columns({"entity": 0, "throttled": 0}))

    assert not chart.bars[0].pieces


def test_one_among_thousands_can_be_seen():
    chart = bars_over_days(columns({"entity": 1_000_000, "throttled": 1}))

    assert chart.bars[0].pieces[1].height == LEAST_HEIGHT


def test_bars_stand_side_by_side_within_the_page():
    chart = bars_over_days(columns(*[{"entity": 1}] * 30))

    assert chart.bars[0].x > GUTTER
    assert all(left.x + left.width < right.x for left, right in pairwise(chart.bars))
    assert chart.bars[-1].x + chart.bars[-1].width < 100


@pytest.mark.parametrize("busiest", [0, 30, 500, 900])
def test_the_line_of_the_limit_is_always_inside_and_where_such_a_bar_ends(busiest):
    chart = bars_over_days(columns({"minute": busiest}, {"minute": 500}), limit=500)

    assert TOP <= chart.limit < FOOT
    assert chart.limit == chart.bars[1].pieces[0].y


def test_without_a_limit_there_is_no_line():
    assert bars_over_days(columns({"entity": 1})).limit is None


def test_the_last_day_has_its_name_at_the_end():
    chart = bars_over_days(columns(*[{"entity": 1}] * 30))

    assert [day.text for day in chart.days] == ["14 Jul", "4 Jul", "24 Jun"]
    assert (chart.days[0].x, chart.days[0].anchor) == (100, "end")
