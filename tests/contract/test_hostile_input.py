"""Bad input, in every place it fits: never 5xx, always a problem, the same on both databases.

The tables are asserted as they stand, so that a run on SQLite and one on PostgreSQL agree.
"""

from base64 import urlsafe_b64encode
from datetime import date
from hashlib import sha256

import pytest

from config.http import cursors
from graph.models import Entity

GATED, UNKNOWN, FOUND, REFUSED, MOVED = 400, 404, 200, 400, 308
"""At the gate; as a slug; as the beginning of a name; as any other parameter; with a slash behind it."""

HOSTILE = {
    # name: (percent-encoded, as a slug, as q)
    "NUL": ("%00", GATED, GATED),
    "NUL inside": ("fr%00ance", GATED, GATED),
    "start of heading": ("%01", GATED, GATED),
    "escape sequence": ("%1B%5B31m", GATED, GATED),
    "tab": ("a%09b", GATED, GATED),
    "new line": ("a%0Ab", GATED, GATED),
    "header injection": ("a%0D%0ASet-Cookie:%20a=b", GATED, GATED),
    "delete": ("%7F", GATED, GATED),
    "C1 control": ("%C2%85", GATED, GATED),
    "lone surrogate": ("%ED%A0%80", GATED, GATED),
    "surrogate pair in UTF-8": ("%ED%A0%BD%ED%B8%80", GATED, GATED),
    "overlong slash": ("%C0%AF", GATED, GATED),
    "bare continuation": ("%80", GATED, GATED),
    "cut short": ("%E2%82", GATED, GATED),
    "Latin-1": ("Orb%E1n", GATED, GATED),
    "UTF-16": ("%FF%FEa", GATED, GATED),
    "past Unicode": ("%F4%90%80%80", GATED, GATED),
    "stray percent": ("%zz", UNKNOWN, FOUND),
    "percent alone": ("%25", UNKNOWN, FOUND),
    "right to left override": ("%E2%80%AEecnarf", UNKNOWN, FOUND),
    "isolate": ("%E2%81%A6france%E2%81%A9", UNKNOWN, FOUND),
    "zero width": ("fra%E2%80%8Bnce", UNKNOWN, FOUND),
    "byte order mark": ("%EF%BB%BFfrance", UNKNOWN, FOUND),
    "noncharacter": ("%EF%BF%BE", UNKNOWN, FOUND),
    "last character": ("%F4%8F%BF%BF", UNKNOWN, FOUND),
    "line separator": ("%E2%80%A8", UNKNOWN, REFUSED),
    "private use": ("%EE%80%80", UNKNOWN, FOUND),
    "homoglyph": ("fr%D0%B0nce", UNKNOWN, FOUND),
    "combining marks": ("e" + "%CC%81" * 100, UNKNOWN, FOUND),
    "emoji": ("%F0%9F%87%AB%F0%9F%87%B7", UNKNOWN, FOUND),
    "ligature": ("%EF%B7%BA", UNKNOWN, FOUND),
    "capital sharp s": ("%E1%BA%9E", UNKNOWN, FOUND),
    "dotless i": ("%C4%B1%C4%B0", UNKNOWN, FOUND),
    "superscript two": ("%C2%B2", UNKNOWN, FOUND),
    "full-width digits": ("%EF%BC%91%EF%BC%92", UNKNOWN, FOUND),
    "Arabic digits": ("%D9%A1%D9%A2", UNKNOWN, FOUND),
    "10^20": ("100000000000000000000", UNKNOWN, FOUND),
    "10,000 digits": ("9" * 10_000, UNKNOWN, REFUSED),
    "10,000 letters": ("a" * 10_000, UNKNOWN, REFUSED),
    "10,000 hyphens": ("-" * 10_000, UNKNOWN, REFUSED),
    "2,000 hearts": ("%E2%99%A5" * 2000, UNKNOWN, REFUSED),
    "minus one": ("-1", UNKNOWN, FOUND),
    "exponent": ("1e9", UNKNOWN, FOUND),
    "hexadecimal": ("0x10", UNKNOWN, FOUND),
    "underscored number": ("1_0", UNKNOWN, FOUND),
    "not a number": ("NaN", UNKNOWN, FOUND),
    "infinity": ("-Infinity", UNKNOWN, FOUND),
    "null": ("null", UNKNOWN, FOUND),
    "true": ("true", UNKNOWN, FOUND),
    "JSON list": ("%5B%5D", UNKNOWN, FOUND),
    "JSON object": ("%7B%22%24ne%22:1%7D", UNKNOWN, FOUND),
    "deep JSON": ("%5B" * 190, UNKNOWN, FOUND),
    "SQL or": ("'%20OR%20'1'='1", UNKNOWN, FOUND),
    "SQL drop": ("x');DROP%20TABLE%20graph_entity;--", UNKNOWN, FOUND),
    "SQL union": ("1%20UNION%20SELECT%20NULL,NULL--", UNKNOWN, FOUND),
    "SQL quote": ("%22", UNKNOWN, FOUND),
    "SQL cast": ("1::text", UNKNOWN, FOUND),
    "LIKE pattern": ("%25_%25", UNKNOWN, FOUND),
    "backslash": ("%5C", UNKNOWN, FOUND),
    "regular expression": ("(a+)+$", UNKNOWN, FOUND),
    "full text query": ("NEAR(a%20b)%20AND%20*", UNKNOWN, FOUND),
    "HTML": ("%3Cscript%3Ealert(1)%3C%2Fscript%3E", UNKNOWN, FOUND),
    "HTML attribute": ("%22onmouseover=%22alert(1)", UNKNOWN, FOUND),
    "XML entity": ("%3C!DOCTYPE%20x%20%5B%3C!ENTITY%20e%20'x'%3E%5D%3E", UNKNOWN, FOUND),
    "template": ("%7B%7B7*7%7D%7D$%7B7*7%7D", UNKNOWN, FOUND),
    "format string": ("%25s%25n%7B0.__class__%7D", UNKNOWN, FOUND),
    "path climbing": ("..%2F..%2Fetc%2Fpasswd", UNKNOWN, FOUND),
    "Windows path": ("..%5C..%5Cwindows", UNKNOWN, FOUND),
    "address": ("http:%2F%2Fevil.test", UNKNOWN, FOUND),
    "script address": ("javascript:alert(1)", UNKNOWN, FOUND),
    "star": ("*", UNKNOWN, FOUND),
    "blank": ("%20", UNKNOWN, REFUSED),
    "slash": ("%2F", MOVED, FOUND),
    "no such day": ("2022-02-30", UNKNOWN, FOUND),
    "the last day": ("9999-12-31", UNKNOWN, FOUND),
    "day zero": ("0000-00-00", UNKNOWN, FOUND),
}
ENTITY, RELATIONSHIPS, ENTITIES = (
    "/api/graph/entity/france",
    "/api/graph/entity/france/relationships",
    "/api/graph/entities",
)
SNAPSHOT = "/api/snapshot/france"
SEARCH = "/api/search"
FEED, CHANGES = "/feed", "/api/changes"
STRICT = [
    *((FEED, name) for name in ("type", "country")),
    *((CHANGES, name) for name in ("type", "country", "since", "limit")),
    *((SEARCH, name) for name in ("type", "country", "limit")),
    (ENTITY, "at"),
    (SNAPSHOT, "at"),
    *((RELATIONSHIPS, name) for name in ("at", "type", "direction", "status", "limit", "cursor")),
    *((ENTITIES, name) for name in ("type", "country", "updated_since", "holds_office", "member_of_party")),
    *((ENTITIES, name) for name in ("limit", "cursor")),
]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("france", "today")]


def assert_answers(response, status):
    assert response.status_code == status
    if status >= 400:
        assert response["Content-Type"] == "application/problem+json"
        assert response.json()["status"] == status


def answers(client, address):
    """What every hostile input in its place of the address is answered with; errors have to be problems."""
    told = {name: client.get(address.format(text)) for name, (text, *_) in HOSTILE.items()}
    for response in told.values():
        assert_answers(response, response.status_code)
    return {name: response.status_code for name, response in told.items()}


def as_slugs():
    return {name: status for name, (_, status, _) in HOSTILE.items()}


def inside_a_path():
    """As a slug, but that a slash in the middle leads nowhere."""
    return {name: UNKNOWN if status == MOVED else status for name, status in as_slugs().items()}


@pytest.mark.parametrize("query", ["", "?at=2020-01-01"])
def test_as_a_slug(client, query):
    assert answers(client, "/api/graph/entity/{}" + query) == as_slugs()


def test_as_a_slug_with_relationships(client):
    assert answers(client, "/api/graph/entity/{}/relationships") == inside_a_path()


@pytest.mark.parametrize("query", ["", "?at=2020-01-01"])
def test_as_a_country(client, query):
    assert answers(client, "/api/snapshot/{}" + query) == as_slugs()


def test_as_a_slug_with_a_feed(client):
    assert answers(client, "/feed/entity/{}") == as_slugs()


def test_as_the_beginning_of_a_name(client):
    assert answers(client, ENTITIES + "?q={}") == {name: status for name, (*_, status) in HOSTILE.items()}


def test_as_what_is_searched_for(client):
    """As the beginning of a name, but that nothing to search for is an answer, too."""
    blanks = dict.fromkeys(("blank", "line separator"), FOUND)

    assert answers(client, SEARCH + "?q={}") == {name: status for name, (*_, status) in HOSTILE.items()} | blanks


@pytest.mark.parametrize(("path", "parameter"), STRICT)
def test_as_any_other_parameter(client, path, parameter):
    assert answers(client, f"{path}?{parameter}={{}}") == dict.fromkeys(HOSTILE, REFUSED)


@pytest.mark.parametrize("path", [ENTITY, RELATIONSHIPS, ENTITIES, "/api/schema", FEED, CHANGES])
def test_as_the_name_of_a_parameter(client, path):
    assert answers(client, f"{path}?{{}}=1") == dict.fromkeys(HOSTILE, REFUSED)


@pytest.mark.parametrize("place", ["/api/{}", "/api/graph/{}", "/feed/{}"])
def test_as_a_path(client, place):
    assert answers(client, place) == as_slugs()


def test_as_a_path_of_pages(client):
    told = {name: client.get(f"/{text}").status_code for name, (text, *_) in HOSTILE.items()}

    assert told == inside_a_path()


LYING_CURSORS = {
    "no list": {"a": 1},
    "nothing": [],
    "another list's": ["entities", "2026-06-15", "france"],
    "a name of none": ["x", "2026-06-15", 0, 0, "2020-01-01", "France", 1],
    "too few": ["relationships", "2026-06-15", 0, 0, "2020-01-01", "France"],
    "too many": ["relationships", "2026-06-15", 0, 0, "2020-01-01", "France", 1, 1],
    "NUL": ["relationships", "2026-06-15", 0, 0, "2020-01-01", "Fr\x00nce", 1],
    "a number past 64 bits": ["relationships", "2026-06-15", 0, 0, "2020-01-01", "France", 2**64 - 1],
    "a negative number": ["relationships", "2026-06-15", -1, 0, "2020-01-01", "France", 1],
    "a broken number": ["relationships", "2026-06-15", 0.5, 0, "2020-01-01", "France", 1],
    "true": ["relationships", "2026-06-15", True, 0, "2020-01-01", "France", 1],
    "null": ["relationships", "2026-06-15", None, 0, "2020-01-01", "France", 1],
    "no day": ["relationships", "today", 0, 0, "2020-01-01", "France", 1],
    "no start": ["relationships", "2026-06-15", 0, 0, "2020-02-30", "France", 1],
    "before the calendar": ["relationships", "0001-01-01", 0, 0, "2020-01-01", "France", 1],
    "after the calendar": ["relationships", "9999-12-31", 0, 0, "2020-01-01", "France", 1],
}


@pytest.mark.parametrize("name", LYING_CURSORS)
def test_a_cursor_that_is_whole_and_lies_is_refused(client, name):
    assert_answers(client.get(RELATIONSHIPS, {"cursor": cursors.encode(LYING_CURSORS[name])}), REFUSED)


def test_a_cursor_of_the_other_list_is_refused(client, hub):
    cursor = client.get(RELATIONSHIPS, {"limit": 1}).json()["next"].partition("cursor=")[2]

    assert_answers(client.get(ENTITIES, {"cursor": cursor}), REFUSED)


def test_a_cursor_with_a_surrogate_is_refused(client):
    payload = b'["entities","2026-06-15","\\ud800"]'
    text = urlsafe_b64encode(sha256(payload).digest()[:6] + payload).decode()

    assert_answers(client.get(ENTITIES, {"cursor": text}), REFUSED)


@pytest.mark.parametrize("change", [lambda text: text[:-1], lambda text: text[1:], lambda text: text + "A", str.lower])
def test_a_cursor_of_which_one_letter_is_changed_is_refused(client, hub, change):
    cursor = client.get(ENTITIES, {"limit": 1}).json()["next"].partition("cursor=")[2]

    assert_answers(client.get(ENTITIES, {"cursor": change(cursor)}), REFUSED)


@pytest.mark.parametrize("day", [date(1000, 1, 1), date(2200, 12, 31)])
def test_a_cursor_at_the_edge_of_the_calendar_is_answered(client, day):
    cursor = cursors.encode(["relationships", day.isoformat(), 0, 0, "0001-01-01", "\U0010ffff", 2**63 - 1])

    assert_answers(client.get(RELATIONSHIPS, {"cursor": cursor}), FOUND)


HEADERS = [
    ("Accept", "garbage", 406),
    ("Accept", ";;;,,,", 406),
    ("Accept", "application/json;q=NaN", 406),
    ("Accept", "application/json;q=1e999", 200),
    ("Accept", "*/*" + ", text/html" * 2000, 200),
    ("Accept", "\x00", 406),
    ("Accept-Encoding", "gzip" * 1000, 200),
    ("Accept-Encoding", "\xff\xfe", 200),
    ("If-None-Match", '"' * 5000, 200),
    ("If-None-Match", "\xff", 200),
    ("If-Modified-Since", "Thu, 99 Jan 0000 99:99:99 GMT", 200),
    ("If-Modified-Since", "9" * 5000, 200),
    ("If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT", 200),
    ("If-Unmodified-Since", "garbage", 200),
    ("Origin", "http://[", 200),
    ("Origin", "null", 200),
    ("Origin", "https://a.test\r\nSet-Cookie: a=b", 200),
    ("X-Request-Id", "a\r\nSet-Cookie: a=b", 200),
    ("X-Request-Id", "١٢٣٤٥٦٧٨", 200),
    ("X-Forwarded-Host", "evil.test", 200),
    ("X-Forwarded-Proto", "javascript", 200),
    ("X-Http-Method-Override", "DELETE", 200),
    ("Authorization", "Bearer é", 401),
    ("Authorization", "", 401),
    ("X-Forwarded-For", "\xff, " * 2000, 200),
    ("Content-Type", "multipart/form-data", 200),
    ("Content-Type", "application/json; charset=utf-99", 200),
    ("Cookie", "sessionid=\x00; csrftoken=" + "x" * 5000, 200),
    ("Range", "bytes=0-0,0-1", 200),
    ("Host", "testserver:port", 400),
    ("Host", "testserver@evil.test", 400),
    ("Host", "", 400),
    ("Host", "[::1", 400),
    ("Host", "xn--\xff", 400),
]


@pytest.mark.parametrize(("header", "value", "status"), HEADERS)
def test_as_a_header(client, header, value, status):
    response = client.get(ENTITY, headers={header: value})

    assert_answers(response, status)
    assert "evil.test" not in response.content.decode()
    assert "Set-Cookie" not in response


def test_the_graph_is_as_it_was(client):
    before = Entity.objects.count()
    for text, *_ in HOSTILE.values():
        client.get(f"{ENTITIES}?q={text}")

    assert Entity.objects.count() == before
