"""Test that a stored response equals a new one, whether Django or the WSGI application returns it."""

import gzip
from io import BytesIO

import pytest
from django.test.client import RequestFactory

from accounts.middleware import ApiHandler
from accounts.tiers import TIERS
from config import wsgi
from config.http.cache import EVERYTHING
from tests.factories.users import ApiKeyFactory

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("today", "shared_graph", "same_connection", "one_sitemap"),
]
ENTITY = "/api/graph/entity/emmanuel-macron"
PATHS = [
    ENTITY,
    f"{ENTITY}?at=2020-01-01",
    f"{ENTITY}/relationships?limit=1",
    "/api/graph/entities?limit=1",
    "/api/graph/entities?holds_office=current",
    "/api/snapshot/france",
    "/api/results",
    "/api/results/gb-2019",
    "/api/results/gb-2019/races?limit=1",
    "/api/results/gb-2019/races/south",
    "/api/search?q=macron",
    "/feed",
    "/feed/entity/emmanuel-macron",
    "/api/changes",
    "/",
    "/countries",
    "/elections",
    "/coverage",
    "/downloads",
    "/elections/gb-2019",
    "/elections/gb-2019/races/south",
    "/entity/emmanuel-macron",
    "/entity/france",
    "/sitemap-1.xml",
    "/attribution",
    "/docs",
    "/docs/api",
    "/docs/api?script=",
    "/docs/webhooks",
    "/problems/not-found",
    "/robots.txt",
    "/terms",
    "/api/schema",
]
REQUESTS = [
    {},
    {"Accept-Encoding": "gzip, br"},
    {"Accept-Encoding": "gzip;q=0"},
    {"Origin": "https://example.org"},
    {"If-None-Match": '"no such"'},
    {"If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"},
    {"If-None-Match": "*"},
    {"If-Match": '"no such"'},
    {"If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"},
    {"Authorization": "Bearer wrong"},
    {"X-Request-Id": "trace-0815-abc"},
    {"X-Request-Id": "bad id"},
    {"Accept": "application/json"},
    {"Accept": "image/png"},
]
CASES = [(path, {}) for path in PATHS] + [(path, headers) for path in (ENTITY, "/feed") for headers in REQUESTS[1:]]
OF_ONE_REQUEST = {"X-Request-Id", "X-RateLimit-Remaining", "RateLimit", "X-RateLimit-Reset", "Retry-After"}


def ask(path, headers=None, method="GET"):
    """Send a request to the WSGI application. Return (status code, headers, body) of the response."""
    environ = RequestFactory(headers=headers or {}, SERVER_NAME="testserver").generic(method, path).environ
    # The factory has decoded the path. In WSGI, each byte of the path is one character.
    environ["PATH_INFO"] = environ["PATH_INFO"].encode().decode("latin-1")
    started = []
    parts = wsgi.application(environ | {"wsgi.input": BytesIO()}, lambda *args: started.append(args))
    body = b"".join(parts)
    if hasattr(parts, "close"):
        parts.close()
    status, found = started[0][:2]
    return int(status.split()[0]), dict(found), body


def without_own(headers):
    return {name: value for name, value in headers.items() if name not in OF_ONE_REQUEST}


@pytest.fixture
def counted_by(monkeypatch):
    """Return a list to which a name is added whenever a request is counted: "count" or "throttle_path", the function of
    accounts.limits that counts it."""
    calls = []
    for name in ("count", "throttle_path"):
        function = getattr(wsgi.import_module("accounts.limits"), name)
        monkeypatch.setattr(f"accounts.limits.{name}", lambda *a, f=function, n=name: calls.append(n) or f(*a))
    return calls


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(("path", "headers"), CASES, ids=str)
def test_stored_response_equals_a_new_one(path, headers, method, stored_responses, settings, counted_by):
    settings.ANSWER_AHEAD_OF_DJANGO = False
    new = ask(path, headers, method)
    ask(path, {"Accept": headers["Accept"]} if "Accept" in headers else {})
    assert len(stored_responses) == (0 if new[0] == 406 else 1)
    calls = len(counted_by)
    through_django = ask(path, headers, method)
    settings.ANSWER_AHEAD_OF_DJANGO = True
    ahead = ask(path, headers, method)
    calls_of_stored = len(counted_by) - calls
    stored_responses.drop(EVERYTHING)
    first = ask(path, headers, method)

    for status, found, body in (through_django, ahead, first):
        assert (status, without_own(found)) == (new[0], without_own(new[1]))
        if status in (200, 304):
            assert body == new[2]
    assert (calls_of_stored, len(counted_by) - calls) == (2, 3)
    if "trace" in headers.get("X-Request-Id", ""):
        assert ahead[1]["X-Request-Id"] == headers["X-Request-Id"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/graph/entity/emanuel-macron", 404),
        ("/api/no-such-path", 404),
        ("/no-such-page", 404),
        ("/%D0%B8", 404),
        ("/caf%C3%A9", 404),
        ("/caf%C3%A9/", 308),
        ("/account/%E4%B8%AD", 404),
        ("/entity/%D0%B8", 404),
        ("/api/graph/entity/%D0%B8", 404),
        ("/static/%D0%B8.css", 404),
        ("/api/graph/entities?limit=many", 400),
        ("/api/graph/entity/a%00b", 400),
        ("/api/snapshot/fr", 308),
        ("/countries/", 308),
        ("/api/results/gb-2019/download.csv", 200),
        ("/api/me", 200),
        ("/search?q=macron", 200),
    ],
)
def test_response_that_is_not_stored_is_the_same_ahead_of_django(path, status, stored_responses, settings):
    headers = {"X-Request-Id": "trace-0815-abc"}
    settings.ANSWER_AHEAD_OF_DJANGO = False
    through_django = ask(path, headers)
    stored_responses.drop(EVERYTHING)
    settings.ANSWER_AHEAD_OF_DJANGO = True
    ahead = ask(path, headers)

    assert ahead[0] == through_django[0] == status
    assert without_own(ahead[1]) == without_own(through_django[1])
    assert ahead[2] == through_django[2]


def test_request_that_must_be_redirected_to_https_is_not_for_the_api_handler(settings):
    settings.SECURE_SSL_REDIRECT = True

    by_http, by_https = (RequestFactory().get(ENTITY, secure=is_secure) for is_secure in (False, True))
    assert (ApiHandler.is_for(by_http), ApiHandler.is_for(by_https)) == (False, True)


def test_sitemap_is_stored_once_whatever_the_query(stored_responses):
    bodies = {ask(f"/sitemap-1.xml{query}")[2] for query in ("", "?a=1", "?a=2")}

    assert (len(bodies), len(stored_responses)) == (1, 1)


def test_stored_response_is_compressed_as_it_is(stored_responses):
    _, _, plain = ask(ENTITY)
    _, headers, compressed = ask(ENTITY, {"Accept-Encoding": "gzip"})

    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(compressed) == plain


@pytest.mark.parametrize("tier", ["anonymous", "researcher"])
@pytest.mark.parametrize("is_ahead", [True, False])
def test_stored_response_is_counted_once_up_to_the_allowance(tier, is_ahead, stored_responses, settings, monkeypatch):
    settings.ANSWER_AHEAD_OF_DJANGO = is_ahead
    tiers = TIERS[tier]
    monkeypatch.setattr("accounts.tiers.ANONYMOUS", tiers)
    headers = {} if tier == "anonymous" else {"Authorization": f"Bearer {ApiKeyFactory(user__tier=tier).secret}"}
    responses = [ask(ENTITY, headers) for _ in range(tiers.allowance + 3)]

    assert [status for status, _, _ in responses] == [200] * tiers.allowance + [429] * 3
    remaining = [int(found["X-RateLimit-Remaining"]) for _, found, _ in responses]
    assert remaining == [*range(tiers.allowance - 1, -1, -1), 0, 0, 0]
    assert {found["X-API-Tier"] for _, found, _ in responses} == {tier}


def test_exception_in_the_api_handler_is_an_error_response(monkeypatch, caplog):
    monkeypatch.setattr("accounts.middleware.deliver", lambda *args: 1 / 0)

    status, headers, body = ask(ENTITY)

    assert (status, headers["Content-Type"]) == (500, "application/problem+json")
    assert b"ZeroDivisionError" not in body
    assert "ZeroDivisionError" in caplog.text
