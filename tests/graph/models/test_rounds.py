"""Test the rounds of an election, which its details store as a list."""

from copy import deepcopy

import pytest
from django.core.exceptions import ValidationError

from graph.models.details import validate_rounds
from tests.factories import TWO_ROUNDS, ElectionFactory


@pytest.mark.parametrize("value", [[], TWO_ROUNDS])
def test_validate_rounds_accepts_no_round_and_two(value):
    validate_rounds(value)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"round": 2}, "numbered from 1"),
        ({"round": True}, "numbered from 1"),
        ({"date": "2022-04-25"}, "none is earlier"),
        ({"date": ""}, "Each round has a date"),
        ({"date": 2022}, "date of a round is a text"),
        ({"date": "10 April"}, "is no date"),
        ({"turnout": 100.1}, "0 to 100"),
        ({"turnout": "73.69"}, "0 to 100"),
        ({"turnout": float("nan")}, "0 to 100"),
        ({"votes": 1}, "A round has a number"),
        ({"candidates": [{"name": "Macron"}]}, "a name and a share"),
        ({"candidates": [{"name": "Mac\u200bron", "share": 27.8}]}, "name of a candidate"),
        ({"candidates": [{"name": "Macron", "share": -1}]}, "0 to 100"),
        ({"candidates": None}, "a name and a share"),
    ],
)
def test_validate_rounds_rejects_an_invalid_round(changes, reason):
    rounds = deepcopy(TWO_ROUNDS)
    rounds[0] |= changes

    with pytest.raises(ValidationError, match=reason):
        validate_rounds(rounds)


@pytest.mark.parametrize("value", [TWO_ROUNDS[:1], {}, ["2022-04-10", "2022-04-24"]])
def test_validate_rounds_rejects_a_value_that_is_not_a_list_of_several_rounds(value):
    with pytest.raises(ValidationError, match="two or more"):
        validate_rounds(value)


@pytest.mark.django_db
def test_the_date_of_an_election_is_that_of_its_last_round():
    details = ElectionFactory(details__date="2022-04-24", details__rounds=TWO_ROUNDS).details
    details.full_clean()

    details.date = "2022-04-10"

    with pytest.raises(ValidationError, match="that of the last round"):
        details.full_clean()
