from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from rest_framework.exceptions import NotAcceptable

from config.http.renderers import AcceptHeaderNegotiation, JSONRenderer, accepts

JSON = "application/json"


@pytest.mark.parametrize(
    ("accept", "taken"),
    [
        ("application/json", True),
        ("Application/JSON; charset=utf-8", True),
        ("application/*", True),
        ("*/*", True),
        ("text/html, application/xhtml+xml, */*;q=0.8", True),
        ("text/html, application/json;q=0.001", True),
        ("application/json;q=high", True),
        ("text/html", False),
        ("application/problem+json", False),
        ("application/json;q=0", False),
        ("application/json;q=0.0, */*", False),
        ("application/*;q=0, */*", False),
        ("application/json, application/*;q=0", True),
        ("json", False),
        (",", False),
    ],
)
def test_accepts_uses_the_most_specific_range(accept, taken):
    assert accepts(accept, JSON) is taken


@pytest.mark.parametrize("headers", [{}, {"HTTP_ACCEPT": ""}, {"HTTP_ACCEPT": " "}])
def test_negotiation_accepts_everything_without_the_header(rf, headers):
    request = rf.get("/", **headers)

    assert AcceptHeaderNegotiation().select_renderer(request, [JSONRenderer()])[1] == JSON


def test_negotiation_rejects_excluded_types_and_names_the_others(rf):
    with pytest.raises(NotAcceptable, match="This path has application/json"):
        AcceptHeaderNegotiation().select_renderer(rf.get("/", HTTP_ACCEPT="text/html"), [JSONRenderer()])


def test_render_writes_unescaped_utf_8_in_the_given_order():
    assert JSONRenderer().render({"b": "Ō</script>", "a": 1.5}) == '{"b":"Ō</script>","a":1.5}'.encode()


def test_render_writes_nothing_for_none():
    assert JSONRenderer().render(None) == b""


def test_render_writes_times_to_the_second_and_decimals_as_numbers():
    data = {"day": date(2026, 1, 22), "at": datetime(2026, 5, 1, 10, 0, 0, 999_999, UTC), "turnout": Decimal("71.90")}

    assert JSONRenderer().render(data) == b'{"day":"2026-01-22","at":"2026-05-01T10:00:00Z","turnout":71.9}'
