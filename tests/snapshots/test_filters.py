from datetime import UTC, date, datetime

import pytest

from snapshots.templatetags.pages import moment, other_names, signed, uncertainty


@pytest.mark.parametrize(
    ("number", "places", "expected"), [(1.2, 2, "+1.20"), (-7, 2, "−7"), (0, 2, "0"), (-0.03, 1, "0"), (None, 2, "")]
)
def test_signed_shows_a_change_with_its_sign(number, places, expected):
    assert signed(number, places) == expected


def test_other_names_leaves_out_the_name_in_capital_letters():
    names = [{"name": name} for name in ("Éric MARTIN", "Martin, Éric", "E. Martin")]

    assert other_names({"name": "Éric Martin", "other_names": names}) == names[1:]


@pytest.mark.parametrize(
    ("time", "words"), [((2022, 4, 24, 18, 5), "24 April 2022, 18:05 UTC"), ((2022, 4, 24), "24 April 2022")]
)
def test_moment_at_midnight_is_a_day(time, words):
    assert moment(datetime(*time, tzinfo=UTC)) == words


@pytest.mark.parametrize(
    ("verified_at", "dates", "at", "words"),
    [
        ("2024-04-22", None, None, "not confirmed since 22 April 2024"),
        (None, None, None, "not confirmed lately"),
        ("2024-04-22", None, date(2010, 1, 1), "not certain on this day"),
        ("2024-04-22", "coarse", date(2010, 1, 1), "exact day unknown"),
    ],
)
def test_uncertainty_says_since_when_no_source_confirms_a_row(verified_at, dates, at, words):
    assert uncertainty({"verified_at": verified_at, "dates": dates}, at) == words
