"""Test the leader and the margin of a race, which are computed from one count."""

from decimal import Decimal

import pytest

from graph.standings import standing

TALLIES = [(0, 0, None, 958_318), (1, 0, None, 548_199)]


@pytest.mark.parametrize(
    ("valid", "margin"),
    [
        pytest.param(2_332_604, "17.58", id="small parties have no tally"),
        pytest.param(None, "27.22", id="the valid votes are unknown"),
        pytest.param(1_000_000, "27.22", id="a voter has several votes"),
    ],
)
def test_standing_gives_the_margin_in_per_cent_of_the_valid_votes(valid, margin):
    assert standing(TALLIES, valid) == (0, 410_119, Decimal(margin))
