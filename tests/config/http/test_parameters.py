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


def test_read_parameters_returns_typed_values():
    asked, _ = read_parameters(QueryDict("at=2020-02-29"), EntityParameters)

    assert asked == {"at": date(2020, 2, 29)}


def test_read_parameters_returns_defaults():
    asked, _ = read_parameters(QueryDict(""), EntitiesParameters)

    assert asked == {"limit": 100, "cursor": None}


def test_unknown_parameter_error_lists_the_known_ones():
    assert errors("page=2") == [{"parameter": "page", "detail": "Unknown parameter; this path takes at."}]


def test_parameter_names_are_case_sensitive():
    assert errors("AT=2020-02-29")[0]["parameter"] == "AT"


def test_repeated_parameter_is_an_error():
    assert errors("at=2020-02-29&at=2020-02-29") == [{"parameter": "at", "detail": "Given more than once."}]


@pytest.mark.parametrize("text", ["at=", "at=%20", "at"])
def test_empty_parameter_is_an_error(text):
    assert errors(text) == [{"parameter": "at", "detail": "Must not be empty; leave it out instead."}]


def test_invalid_choice_error_lists_the_choices():
    found = errors("type=person", EntitiesParameters, EntityFilter)

    allowed = "country, politician, party, election, office, institution, ideology"
    assert found == [{"parameter": "type", "detail": f"Must be one of {allowed}."}]


def test_errors_are_limited():
    assert len(errors("&".join(f"a{number}=1" for number in range(999)))) == 20


def test_long_name_is_truncated_in_the_error():
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
def test_timestamp_without_an_offset_is_utc(text, moment):
    assert TimestampField(required=False).clean(text) == moment
