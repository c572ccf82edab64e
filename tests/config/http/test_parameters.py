from datetime import UTC, date, datetime, timedelta

import pytest
from django.http import QueryDict

from config.http.exceptions import InvalidParameters
from config.http.parameters import TimestampField, read_parameters
from graph.api.filters import EntityFilter
from graph.api.parameters import EntitiesParameters, EntityParameters

pytestmark = pytest.mark.usefixtures("today")


def errors(text, form=EntityParameters, filterset=None):
    with pytest.raises(InvalidParameters) as caught:
        read_parameters(QueryDict(text), form, filterset)
    return caught.value.members["errors"]


def test_values_come_out_in_their_type():
    asked, _ = read_parameters(QueryDict("at=2020-02-29"), EntityParameters)

    assert asked == {"at": date(2020, 2, 29)}


def test_what_is_left_out_has_its_default():
    asked, _ = read_parameters(QueryDict(""), EntitiesParameters)

    assert asked == {"limit": 100, "cursor": None}


def test_an_unknown_parameter_is_told_what_is_known():
    assert errors("page=2") == [{"parameter": "page", "detail": "Unknown parameter; this path takes at."}]


def test_names_are_as_they_are_written():
    assert errors("AT=2020-02-29")[0]["parameter"] == "AT"


def test_a_parameter_is_given_once():
    assert errors("at=2020-02-29&at=2020-02-29") == [{"parameter": "at", "detail": "Given more than once."}]


@pytest.mark.parametrize("text", ["at=", "at=%20", "at"])
def test_an_empty_parameter_is_no_parameter_left_out(text):
    assert errors(text) == [{"parameter": "at", "detail": "Must not be empty; leave it out instead."}]


def test_a_refused_choice_is_told_the_choices():
    refused = errors("type=person", EntitiesParameters, EntityFilter)

    allowed = "country, politician, party, election, office, institution, ideology"
    assert refused == [{"parameter": "type", "detail": f"Must be one of {allowed}."}]


def test_a_thousand_errors_are_not_repeated():
    assert len(errors("&".join(f"a{number}=1" for number in range(999)))) == 20


def test_a_long_name_is_not_repeated():
    assert len(errors(f"{'x' * 10_000}=1")[0]["parameter"]) == 101


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-05-01", datetime(2026, 5, 1, tzinfo=UTC)),
        ("2026-05-01T10:00", datetime(2026, 5, 1, 10, tzinfo=UTC)),
        ("2026-05-01T10:00:30Z", datetime(2026, 5, 1, 10, 0, 30, tzinfo=UTC)),
        ("2026-05-01T10:00:30.5+02:00", datetime(2026, 5, 1, 8, 0, 30, 500_000, tzinfo=UTC)),
        ("1000-01-01T00:00:00+14:00", datetime(1000, 1, 1, tzinfo=UTC) - timedelta(hours=14)),
    ],
)
def test_a_moment_without_an_offset_is_utc(text, moment):
    assert TimestampField(required=False).clean(text) == moment
