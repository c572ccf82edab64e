"""Test bar_chart, which computes the positions of bars, the scale and the labels."""

from datetime import date, timedelta
from itertools import pairwise

import pytest

from accounts.charts import FOOT, GUTTER, MIN_HEIGHT, TOP, Column, bar_chart, scale_top, short_number

DAY = date(2026, 6, 15)


def columns(*pieces):
    return [Column(DAY + timedelta(number), list(each.items()), "") for number, each in enumerate(pieces)]


@pytest.mark.parametrize(("number", "top"), [(0, 2), (2, 2), (3, 4), (9, 10), (11, 20), (101, 200), (2_001, 4_000)])
def test_scale_top_is_a_round_even_number(number, top):
    assert scale_top(number) == top


@pytest.mark.parametrize(("number", "text"), [(0, "0"), (4_000, "4,000"), (10_000, "10k"), (1_500_000, "1.5M")])
def test_short_number_fits_next_to_the_bars(number, text):
    assert short_number(number) == text


def test_bar_chart_stacks_pieces_from_the_bottom():
    chart = bar_chart(columns({"entity": 60, "snapshot": 20, "throttled": 20}))

    entity, snapshot, throttled = chart["bars"][0]["pieces"]
    assert entity["y"] + entity["height"] == FOOT
    assert snapshot["y"] + snapshot["height"] == entity["y"]
    assert throttled["y"] + throttled["height"] == snapshot["y"]
    assert throttled["y"] == TOP
    assert entity["height"] == 3 * snapshot["height"]


def test_bar_chart_draws_no_piece_for_zero():
    assert not bar_chart(columns({"entity": 0, "throttled": 0}))["bars"][0]["pieces"]


def test_bar_chart_shows_one_request_among_thousands():
    chart = bar_chart(columns({"entity": 1_000_000, "throttled": 1}))

    assert chart["bars"][0]["pieces"][1]["height"] == MIN_HEIGHT


def test_bar_chart_places_bars_side_by_side_within_the_page():
    bars = bar_chart(columns(*[{"entity": 1}] * 30))["bars"]

    assert bars[0]["x"] > GUTTER
    assert all(left["x"] + left["width"] < right["x"] for left, right in pairwise(bars))
    assert bars[-1]["x"] + bars[-1]["width"] < 100


@pytest.mark.parametrize("busiest", [0, 500, 900])
def test_bar_chart_draws_the_limit_at_the_height_of_a_bar_of_that_size(busiest):
    chart = bar_chart(columns({"minute": busiest}, {"minute": 500}), limit=500)

    assert TOP <= chart["limit_y"] < FOOT
    assert chart["limit_y"] == chart["bars"][1]["pieces"][0]["y"]


def test_bar_chart_without_a_limit_has_no_line():
    assert bar_chart(columns({"entity": 1}))["limit_y"] is None


def test_bar_chart_labels_the_last_day_and_every_tenth_before_it():
    labels = bar_chart(columns(*[{"entity": 1}] * 30))["days"]

    assert [label["text"] for label in labels] == ["14 Jul", "4 Jul", "24 Jun"]
    assert (labels[0]["x"], labels[0]["anchor"]) == (100, "end")
