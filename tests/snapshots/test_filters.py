from datetime import UTC, datetime

import pytest

from snapshots.templatetags.pages import moment, signed


@pytest.mark.parametrize(
    ("number", "places", "expected"), [(1.2, 2, "+1.20"), (-7, 2, "−7"), (0, 2, "0"), (-0.03, 1, "0"), (None, 2, "")]
)
def test_signed_shows_a_change_with_its_sign(number, places, expected):
    assert signed(number, places) == expected


@pytest.mark.parametrize(
    ("time", "words"), [((2022, 4, 24, 18, 5), "24 April 2022, 18:05 UTC"), ((2022, 4, 24), "24 April 2022")]
)
def test_moment_at_midnight_is_a_day(time, words):
    assert moment(datetime(*time, tzinfo=UTC)) == words
