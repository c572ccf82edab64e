"""Test hostile text in all places of a request. A response is never 5xx, and each error is a problem document.

The tables contain exact status codes, so SQLite and PostgreSQL must give the same ones.
"""

from base64 import urlsafe_b64encode
from datetime import date
from hashlib import sha256

import pytest

from config.http import cursors
from graph.models import Entity

UNREADABLE, UNKNOWN, FOUND, INVALID, MOVED = 400, 404, 200, 400, 308
"""The expected status codes. UNREADABLE is for text that cannot be decoded, UNKNOWN for a slug that does not exist,
FOUND for a valid search text, INVALID for an invalid parameter, and MOVED for a path with a final slash."""

HOSTILE = {
    # Each row has a name, the percent-encoded text, the status code for the text as a slug, and that for the text as
    # the parameter q.
    "NUL": ("%00", UNREADABLE, UNREADABLE),
    "header injection": ("a%0D%0ASet-Cookie:%20a=b", UNREADABLE, UNREADABLE),
    "C1 control": ("%C2%85", UNREADABLE, UNREADABLE),
    "lone surrogate": ("%ED%A0%80", UNREADABLE, UNREADABLE),
    "overlong slash": ("%C0%AF", UNREADABLE, UNREADABLE),
    "Latin-1": ("Orb%E1n", UNREADABLE, UNREADABLE),
    "stray percent": ("%zz", UNKNOWN, FOUND),
    "right to left override": ("%E2%80%AEecnarf", UNKNOWN, FOUND),
    "zero width": ("fra%E2%80%8Bnce", UNKNOWN, FOUND),
    "noncharacter": ("%EF%BF%BE", UNKNOWN, FOUND),
    "line separator": ("%E2%80%A8", UNKNOWN, INVALID),
    "combining marks": ("e" + "%CC%81" * 100, UNKNOWN, FOUND),
    "superscript two": ("%C2%B2", UNKNOWN, FOUND),
    "Arabic digits": ("%D9%A1%D9%A2", UNKNOWN, FOUND),
    "10^20": ("100000000000000000000", UNKNOWN, FOUND),
    "10,000 letters": ("a" * 10_000, UNKNOWN, INVALID),
    "minus one": ("-1", UNKNOWN, FOUND),
    "exponent": ("1e9", UNKNOWN, FOUND),
    "underscored number": ("1_0", UNKNOWN, FOUND),
    "not a number": ("NaN", UNKNOWN, FOUND),
    "null": ("null", UNKNOWN, FOUND),
    "JSON object": ("%7B%22%24ne%22:1%7D", UNKNOWN, FOUND),
    "SQL or": ("'%20OR%20'1'='1", UNKNOWN, FOUND),
    "SQL quote": ("%22", UNKNOWN, FOUND),
    "LIKE pattern": ("%25_%25", UNKNOWN, FOUND),
    "backslash": ("%5C", UNKNOWN, FOUND),
    "regular expression": ("(a+)+$", UNKNOWN, FOUND),
    "full text query": ("NEAR(a%20b)%20AND%20*", UNKNOWN, FOUND),
    "HTML": ("%3Cscript%3Ealert(1)%3C%2Fscript%3E", UNKNOWN, FOUND),
    "XML entity": ("%3C!DOCTYPE%20x%20%5B%3C!ENTITY%20e%20'x'%3E%5D%3E", UNKNOWN, FOUND),
    "format string": ("%25s%25n%7B0.__class__%7D", UNKNOWN, FOUND),
    "path climbing": ("..%2F..%2Fetc%2Fpasswd", UNKNOWN, FOUND),
    "address": ("http:%2F%2Fevil.test", UNKNOWN, FOUND),
    "blank": ("%20", UNKNOWN, INVALID),
    "slash": ("%2F", MOVED, FOUND),
    "no such day": ("2022-02-30", UNKNOWN, FOUND),
    "the last day": ("9999-12-31", UNKNOWN, FOUND),
}
ENTITY, RELATIONSHIPS, ENTITIES = (
    "/api/graph/entity/france",
    "/api/graph/entity/france/relationships",
    "/api/graph/entities",
)
SNAPSHOT = "/api/snapshot/france"
SEARCH = "/api/search"
FEED, CHANGES = "/feed", "/api/changes"
RESULTS, RACES = "/api/results", "/api/results/gb-2019/races"
STRICT = [
    *((FEED, name) for name in ("type", "country")),
    *((CHANGES, name) for name in ("type", "country", "since", "limit")),
    *((SEARCH, name) for name in ("type", "country", "limit")),
    (ENTITY, "at"),
    (SNAPSHOT, "at"),
    *((RELATIONSHIPS, name) for name in ("at", "type", "direction", "status", "limit", "cursor")),
    *((ENTITIES, name) for name in ("type", "country", "updated_since", "holds_office", "member_of_party")),
    *((ENTITIES, name) for name in ("limit", "cursor")),
    *((RESULTS, name) for name in ("country", "phase", "mode", "level", "from", "to", "limit", "cursor")),
    *((RACES, name) for name in ("as_of", "version", "phase", "outcome", "changed_since", "limit", "cursor")),
]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shared_graph", "today")]


def assert_status(response, status):
    assert response.status_code == status
    if status >= 400:
        assert response["Content-Type"] == "application/problem+json"
        assert response.json()["status"] == status


def statuses(client, url):
    """Request the URL once with each hostile text in place of ``{}``. Assert that each error is a problem document.
    Return {name of the text: status code}."""
    responses = {name: client.get(url.format(text)) for name, (text, *_) in HOSTILE.items()}
    for response in responses.values():
        assert_status(response, response.status_code)
    return {name: response.status_code for name, response in responses.items()}


def statuses_as_slug():
    return {name: status for name, (_, status, _) in HOSTILE.items()}


def statuses_inside_path():
    """Return {name of the text: expected status code} for hostile texts in the middle of a path. A text with a slash is
    an unknown path (404) there; at the end of a path, the response is a redirect."""
    return {name: UNKNOWN if status == MOVED else status for name, status in statuses_as_slug().items()}


@pytest.mark.parametrize("query", ["", "?at=2020-01-01"])
def test_entity_responds_to_a_hostile_slug_as_to_an_unknown_one(client, query):
    assert statuses(client, "/api/graph/entity/{}" + query) == statuses_as_slug()


def test_relationships_respond_to_a_hostile_slug_as_to_an_unknown_one(client):
    assert statuses(client, "/api/graph/entity/{}/relationships") == statuses_inside_path()


@pytest.mark.parametrize("query", ["", "?at=2020-01-01"])
def test_snapshot_responds_to_a_hostile_country_as_to_an_unknown_one(client, query):
    assert statuses(client, "/api/snapshot/{}" + query) == statuses_as_slug()


def test_results_respond_to_hostile_slugs_as_to_unknown_ones(client):
    assert statuses(client, "/api/results/{}") == statuses_as_slug()
    assert statuses(client, f"{RACES}/{{}}") == statuses_as_slug()


@pytest.mark.parametrize("parameter", ["party", "area"])
def test_races_accept_or_reject_hostile_text(client, parameter):
    assert set(statuses(client, f"{RACES}?{parameter}={{}}").values()) == {FOUND, INVALID}


def test_entity_feed_responds_to_a_hostile_slug_as_to_an_unknown_one(client):
    assert statuses(client, "/feed/entity/{}") == statuses_as_slug()


def test_entities_accept_or_reject_a_hostile_q(client):
    assert statuses(client, ENTITIES + "?q={}") == {name: status for name, (*_, status) in HOSTILE.items()}


def test_search_accepts_or_rejects_a_hostile_q(client):
    """The status codes are those of the list of entities, except that a blank text finds nothing and is no error."""
    blanks = dict.fromkeys(("blank", "line separator"), FOUND)

    assert statuses(client, SEARCH + "?q={}") == {name: status for name, (*_, status) in HOSTILE.items()} | blanks


@pytest.mark.parametrize(("path", "parameter"), STRICT)
def test_every_other_parameter_rejects_hostile_values(client, path, parameter):
    assert statuses(client, f"{path}?{parameter}={{}}") == dict.fromkeys(HOSTILE, INVALID)


@pytest.mark.parametrize("path", [ENTITY, RELATIONSHIPS, ENTITIES, "/api/schema", FEED, CHANGES, RESULTS, RACES])
def test_every_path_rejects_hostile_parameter_names(client, path):
    assert statuses(client, f"{path}?{{}}=1") == dict.fromkeys(HOSTILE, INVALID)


@pytest.mark.parametrize("path", ["/api/{}", "/api/graph/{}", "/feed/{}"])
def test_api_responds_to_a_hostile_path_as_to_an_unknown_one(client, path):
    assert statuses(client, path) == statuses_as_slug()


def test_pages_respond_to_a_hostile_path_as_to_an_unknown_one(client):
    found = {name: client.get(f"/{text}").status_code for name, (text, *_) in HOSTILE.items()}

    assert found == statuses_as_slug()


FORGED_CURSORS = {
    "no list": {"a": 1},
    "another list's": ["entities", "2026-06-15", "france"],
    "too few": ["relationships", "2026-06-15", 0, 0, "2020-01-01", "France"],
    "NUL": ["relationships", "2026-06-15", 0, 0, "2020-01-01", "Fr\x00nce", 1],
    "a number past 64 bits": ["relationships", "2026-06-15", 0, 0, "2020-01-01", "France", 2**64 - 1],
    "a negative number": ["relationships", "2026-06-15", -1, 0, "2020-01-01", "France", 1],
    "true": ["relationships", "2026-06-15", True, 0, "2020-01-01", "France", 1],
    "no day": ["relationships", "today", 0, 0, "2020-01-01", "France", 1],
    "no start": ["relationships", "2026-06-15", 0, 0, "2020-02-30", "France", 1],
    "before the calendar": ["relationships", "0001-01-01", 0, 0, "2020-01-01", "France", 1],
}


@pytest.mark.parametrize("name", FORGED_CURSORS)
def test_relationships_reject_a_forged_cursor(client, name):
    assert_status(client.get(RELATIONSHIPS, {"cursor": cursors.encode(FORGED_CURSORS[name])}), INVALID)


def test_entities_reject_a_cursor_of_another_list(client, hub):
    cursor = client.get(RELATIONSHIPS, {"limit": 1}).json()["next"].partition("cursor=")[2]

    assert_status(client.get(ENTITIES, {"cursor": cursor}), INVALID)


def test_entities_reject_a_cursor_with_a_surrogate(client):
    payload = b'["entities","2026-06-15","\\ud800"]'
    text = urlsafe_b64encode(sha256(payload).digest()[:6] + payload).decode()

    assert_status(client.get(ENTITIES, {"cursor": text}), INVALID)


@pytest.mark.parametrize("change", [lambda text: text[:-1], lambda text: text[1:], lambda text: text + "A", str.lower])
def test_entities_reject_a_cursor_with_a_changed_letter(client, hub, change):
    cursor = client.get(ENTITIES, {"limit": 1}).json()["next"].partition("cursor=")[2]

    assert_status(client.get(ENTITIES, {"cursor": change(cursor)}), INVALID)


@pytest.mark.parametrize("day", [date(1000, 1, 1), date(2200, 12, 31)])
def test_relationships_accept_a_cursor_at_the_edge_of_the_calendar(client, day):
    cursor = cursors.encode(["relationships", day.isoformat(), 0, 0, "0001-01-01", "\U0010ffff", 2**63 - 1])

    assert_status(client.get(RELATIONSHIPS, {"cursor": cursor}), FOUND)


HEADERS = [
    ("Accept", "garbage", 406),
    ("Accept", "application/json;q=NaN", 406),
    ("Accept", "application/json;q=1e999", 200),
    ("Accept", "*/*" + ", text/html" * 2000, 200),
    ("Accept", "\x00", 406),
    ("Accept-Encoding", "gzip" * 1000, 200),
    ("Accept-Encoding", "\xff\xfe", 200),
    ("If-None-Match", '"' * 5000, 200),
    ("If-Modified-Since", "Thu, 99 Jan 0000 99:99:99 GMT", 200),
    ("If-Unmodified-Since", "garbage", 200),
    ("Origin", "http://[", 200),
    ("Origin", "https://a.test\r\nSet-Cookie: a=b", 200),
    ("X-Request-Id", "a\r\nSet-Cookie: a=b", 200),
    ("X-Forwarded-Host", "evil.test", 200),
    ("X-Http-Method-Override", "DELETE", 200),
    ("Authorization", "Bearer key-é", 401),
    ("Authorization", "", 401),
    ("X-Forwarded-For", "\xff, " * 2000, 200),
    ("Content-Type", "multipart/form-data", 200),
    ("Cookie", "sessionid=\x00; csrftoken=" + "x" * 5000, 200),
    ("Range", "bytes=0-0,0-1", 200),
    ("Host", "testserver:port", 400),
    ("Host", "testserver@evil.test", 400),
    ("Host", "", 400),
]


@pytest.mark.parametrize(("header", "value", "status"), HEADERS)
def test_entity_ignores_or_rejects_a_hostile_header(client, header, value, status):
    response = client.get(ENTITY, headers={header: value})

    assert_status(response, status)
    assert "evil.test" not in response.content.decode()
    assert "Set-Cookie" not in response


def test_hostile_requests_change_no_entity(client):
    before = Entity.objects.count()
    for text, *_ in HOSTILE.values():
        client.get(f"{ENTITIES}?q={text}")

    assert Entity.objects.count() == before
