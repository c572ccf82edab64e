"""Test partial dates: which texts are valid, their first and last day, and whether two dates overlap."""

from contextlib import suppress
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.text import dates

DAYS = st.dates(date(dates.EARLIEST_YEAR, 1, 1), date(dates.LATEST_YEAR, 12, 31))
PARTIAL_DATES = st.builds(lambda day, length: day.isoformat()[:length], DAYS, st.sampled_from([4, 7, 10]))

NOT_DATES = [
    "22",
    "20222",
    "2022-4",
    "2022-04-2",
    "2022-13",
    "2022-00",
    "2022-02-29",
    "2022-04-31",
    "2022-04-00",
    "2022/04/24",
    "24.04.2022",
    "2022-04-24T00:00",
    " 2022",
    "2022\n",
    "-2022",
    "２０２２",
    "²022",
    "unknown",
    "0999",
    "2201",
    "9999-12-31",
]


@pytest.mark.parametrize("text", NOT_DATES)
def test_parse_rejects_other_text(text):
    with pytest.raises(dates.NotAPartialDate):
        dates.parse(text)


@given(st.text())
def test_parse_returns_any_text_unchanged_or_raises(text):
    with suppress(dates.NotAPartialDate):
        assert dates.parse(text) == text


@given(PARTIAL_DATES)
def test_parse_returns_a_partial_date_unchanged(text):
    assert dates.parse(text) == text


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2022", date(2022, 1, 1), date(2022, 12, 31)),
        ("2022-04", date(2022, 4, 1), date(2022, 4, 30)),
        ("2024-02", date(2024, 2, 1), date(2024, 2, 29)),
        ("1900-02", date(1900, 2, 1), date(1900, 2, 28)),
        ("2022-04-24", date(2022, 4, 24), date(2022, 4, 24)),
        ("1000", date(1000, 1, 1), date(1000, 12, 31)),
        ("2200-12", date(2200, 12, 1), date(2200, 12, 31)),
        ("", None, None),
    ],
)
def test_first_day_and_last_day_are_the_ends_of_a_partial_date(text, first, last):
    assert (dates.first_day(text), dates.last_day(text)) == (first, last)


@given(PARTIAL_DATES)
def test_first_day_and_last_day_enclose_all_days_that_begin_with_the_text(text):
    first, last = dates.first_day(text), dates.last_day(text)
    a_day = timedelta(days=1)

    assert first <= last
    assert first.isoformat().startswith(text)
    assert last.isoformat().startswith(text)
    assert not (first - a_day).isoformat().startswith(text)
    assert not (last + a_day).isoformat().startswith(text)


@given(DAYS)
def test_first_day_and_last_day_of_a_whole_day_are_equal(day):
    assert dates.first_day(day.isoformat()) == dates.last_day(day.isoformat()) == day


def test_year_of_is_none_for_an_unknown_date():
    assert (dates.year_of("2022-04"), dates.year_of("")) == (2022, None)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("2022", "2022-04-24", True),
        ("2022-04", "2022-04-24", True),
        ("2022-05", "2022-04-24", False),
        ("2022", "2023", False),
        ("2022", "", False),
        ("", "", False),
    ],
)
def test_overlap_is_true_if_both_dates_can_be_the_same_day(one, other, expected):
    assert dates.overlap(one, other) is expected
    assert dates.overlap(other, one) is expected


@given(PARTIAL_DATES, PARTIAL_DATES)
def test_overlap_is_true_if_one_text_begins_with_the_other(one, other):
    assert dates.overlap(one, other) == (one.startswith(other) or other.startswith(one))
