"""Test two rules that are easy to get wrong: which heads of a country are unknown, and when two-party counts have a
swing."""

import pytest

from graph.kinds import HEADS
from snapshots.pages.sections import unknown_leaders
from snapshots.results.figures import two_party_swing

BOTH, STATE, GOVERNMENT = HEADS


@pytest.mark.parametrize(
    ("held", "unknown"),
    [
        ([], [BOTH, STATE, GOVERNMENT]),
        ([STATE], [BOTH, GOVERNMENT]),
        ([STATE, GOVERNMENT], []),
        ([BOTH], []),
    ],
)
def test_heads_without_a_holder_are_unknown_unless_others_have_their_power(held, unknown):
    offices = [{"office": {"slug": head}, "office_type": head} for head in HEADS]

    found = unknown_leaders({"offices": offices, "current_leaders": [{"office": {"slug": head}} for head in held]})

    assert [office["slug"] for office in found] == unknown


@pytest.mark.parametrize(
    ("before", "now"),
    [({"a": 5, "b": 5}, {"a": 5, "c": 5}), ({"a": 5}, {"a": 5}), ({"a": 0, "b": 0}, {"a": 5, "b": 5})],
)
def test_two_party_counts_of_other_parties_or_without_votes_have_no_swing(before, now):
    assert two_party_swing(before, now) is None
