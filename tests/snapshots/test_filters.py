import pytest

from snapshots.templatetags.pages import signed


@pytest.mark.parametrize(
    ("number", "places", "expected"), [(1.2, 2, "+1.20"), (-7, 2, "−7"), (0, 2, "0"), (-0.03, 1, "0"), (None, 2, "")]
)
def test_signed_shows_a_change_with_its_sign(number, places, expected):
    assert signed(number, places) == expected
