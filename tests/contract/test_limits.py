"""Test the tiers and the rate limit (API contract, section 7)."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.test import RequestFactory

from accounts import limits
from accounts.callers import clear_cached_keys, identify_caller
from accounts.limits import PAGES_PER_MINUTE
from accounts.tiers import PERIOD, TIERS
from tests.factories import ApiKeyFactory

ENTITY = "/api/graph/entity/emmanuel-macron"
COUNTED = [ENTITY, f"{ENTITY}/relationships", "/api/graph/entities", "/api/snapshot/france", "/api/results"]
UNCOUNTED = [
    "/api/me",
    "/api/schema",
    "/api/search?q=macron",
    "/feed",
    "/feed/entity/emmanuel-macron",
    "/api/changes",
    "/api/nothing",
]
INVALID = "/api/graph/entities?nothing=1"
"""A path with an invalid parameter. Its requests count towards the rate limit, and get the response 400 fast."""
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today", "macron")]


def limits_of(response):
    names = ("X-API-Tier", "X-RateLimit-Limit", "X-RateLimit-Remaining")
    return tuple(response[name] for name in names)


def remaining(response):
    return int(response["X-RateLimit-Remaining"])


def assert_has_rate_limit_headers(response, tier="anonymous"):
    allowance, left = TIERS[tier].allowance, response["X-RateLimit-Reset"]
    assert limits_of(response)[:2] == (tier, str(allowance))
    assert 1 <= int(left) <= PERIOD
    assert response["RateLimit-Policy"] == f'"{tier}";q={allowance};w=60'
    assert response["RateLimit"] == f'"{tier}";r={remaining(response)};t={left}'


@pytest.fixture
def use_allowance(client):
    """Return the function ``use_allowance(but)``. It uses up the caller's rate limit except for ``but`` requests, and
    returns the last response."""

    def spend(but=0, tier="anonymous", **headers):
        request = RequestFactory().get(INVALID, headers=headers)
        for _ in range(TIERS[tier].allowance - but - 1):
            limits.count(identify_caller(request.META))
        return client.get(INVALID, headers=headers)

    return spend


class TestAllowance:
    def test_address_gets_120_requests_a_minute(self, client, use_allowance):
        first = client.get(ENTITY)
        use_allowance(but=3)
        responses = [client.get(ENTITY) for _ in range(3)]

        assert (first.status_code, remaining(first)) == (200, 119)
        assert [(response.status_code, remaining(response)) for response in responses] == [(200, 1), (200, 0), (429, 0)]
        for response in (first, *responses):
            assert_has_rate_limit_headers(response)

    @pytest.mark.parametrize("tier", ["researcher", "pro"])
    def test_account_gets_the_requests_of_its_tier(self, client, use_allowance, tier):
        key = ApiKeyFactory(user__tier=tier)

        last = use_allowance(tier=tier, authorization=f"Bearer {key.secret}")
        beyond = client.get(ENTITY, headers={"authorization": f"Bearer {key.secret}"})

        assert (last.status_code, remaining(last), beyond.status_code) == (400, 0, 429)
        assert_has_rate_limit_headers(beyond, tier)

    def test_all_counted_endpoints_share_the_allowance(self, client):
        assert [remaining(client.get(path)) for path in COUNTED] == [119, 118, 117, 116, 115]

    def test_all_keys_of_an_account_share_the_allowance(self, client):
        one = ApiKeyFactory()
        other = ApiKeyFactory(user=one.user)

        responses = [client.get(ENTITY, headers={"authorization": f"Bearer {key.secret}"}) for key in (one, other, one)]

        assert [remaining(response) for response in responses] == [499, 498, 497]

    def test_account_and_address_are_counted_separately(self, client, use_allowance):
        use_allowance()
        key = ApiKeyFactory()

        assert client.get(ENTITY).status_code == 429
        assert client.get(ENTITY, headers={"authorization": f"Bearer {key.secret}"}).status_code == 200

    def test_addresses_are_counted_separately(self, client, use_allowance):
        use_allowance()

        assert client.get(ENTITY, REMOTE_ADDR="192.0.2.7").status_code == 200

    def test_ipv6_network_is_one_client(self, client):
        responses = [client.get(ENTITY, REMOTE_ADDR=f"2001:db8:1:2::{host}") for host in (1, 2)]

        assert [remaining(response) for response in responses] == [119, 118]

    @pytest.mark.parametrize(("proxies", "left"), [(0, [119, 118]), (1, [119, 119])])
    def test_forwarded_address_counts_behind_a_trusted_proxy(self, client, settings, proxies, left):
        settings.TRUSTED_PROXIES = proxies

        responses = [client.get(ENTITY, headers={"x-forwarded-for": f"192.0.2.{host}"}) for host in (1, 2)]

        assert [remaining(response) for response in responses] == left

    def test_new_tier_applies_at_once(self, client):
        key = ApiKeyFactory()
        sent = {"authorization": f"Bearer {key.secret}"}
        before = client.get(ENTITY, headers=sent)
        key.user.tier = "pro"
        key.user.save()

        clear_cached_keys()  # The actions that change a tier also clear the cached keys.
        after = client.get(ENTITY, headers=sent)

        assert (limits_of(before)[:2], limits_of(after)[:2]) == (("researcher", "500"), ("pro", "2000"))


class TestAboveTheAllowance:
    def test_response_is_a_problem_with_retry_after(self, client, use_allowance):
        use_allowance()

        response = client.get(ENTITY)

        document = response.json()
        assert (response.status_code, document["type"]) == (429, "http://testserver/problems/too-many-requests")
        assert response["Content-Type"] == "application/problem+json"
        assert response["Cache-Control"] == "no-store"
        assert response["Retry-After"] == response["X-RateLimit-Reset"]
        assert "120" in document["detail"]

    def test_retry_after_is_exact_to_the_second(self, client, use_allowance, time_machine):
        use_allowance()
        wait = int(client.get(ENTITY)["Retry-After"])

        time_machine.shift(wait - 1)
        too_early = client.get(ENTITY)
        time_machine.shift(1)
        in_time = client.get(ENTITY)

        assert (too_early.status_code, too_early["Retry-After"]) == (429, "1")
        assert (in_time.status_code, remaining(in_time), in_time["X-RateLimit-Reset"]) == (200, 119, "60")

    def test_reset_counts_down(self, client, time_machine):
        seconds = []
        for _ in range(3):
            seconds.append(int(client.get(ENTITY)["X-RateLimit-Reset"]))
            time_machine.shift(timedelta(seconds=1))

        assert seconds == [seconds[0], seconds[0] - 1, seconds[0] - 2]

    def test_conditional_request_is_limited_too(self, client, use_allowance):
        tag = client.get(ENTITY)["ETag"]
        use_allowance(but=1)

        assert client.get(ENTITY, headers={"if-none-match": tag}).status_code == 429

    def test_uncounted_endpoints_stay_available(self, client, use_allowance):
        use_allowance(but=-1)

        for path in UNCOUNTED[:-1]:
            response = client.get(path)
            assert (response.status_code, remaining(response)) == (200, 0)


class TestEveryResponse:
    """Test that all responses have the rate limit headers, also errors."""

    REQUESTS = [
        # Each row has the method, path and headers of a request, its status, and the number of requests that it counts
        # as.
        ("GET", ENTITY, {}, 200, 1),
        ("HEAD", ENTITY, {}, 200, 1),
        ("GET", ENTITY, {"if-none-match": "*"}, 304, 1),
        ("GET", ENTITY, {"if-match": '"other"'}, 412, 1),
        ("GET", "/api/snapshot/fr", {}, 308, 1),
        ("GET", INVALID, {}, 400, 1),
        ("GET", "/api/graph/entity/nobody", {}, 404, 1),
        ("POST", ENTITY, {}, 405, 1),
        ("GET", ENTITY, {"accept": "text/html"}, 406, 1),
        ("GET", ENTITY, {"authorization": "Bearer bad"}, 401, 1),
        ("GET", "/feed", {"authorization": "Bearer bad"}, 401, 1),
        ("OPTIONS", ENTITY, {}, 204, 0),
        ("GET", f"{ENTITY}/", {}, 308, 0),
        ("GET", "/api/graph/entity/%00", {}, 400, 0),
        ("GET", ENTITY, {"host": "elsewhere.test"}, 400, 0),
        ("GET", "/api/nothing", {}, 404, 0),
        ("GET", "/feed", {}, 200, 0),
        ("GET", "/feed", {"accept": "text/html;q=0.1"}, 406, 0),
    ]

    @pytest.mark.parametrize(("method", "path", "headers", "status", "counted"), REQUESTS)
    def test_response_has_the_headers(self, client, method, path, headers, status, counted):
        response = client.generic(method, path, headers=headers)

        assert response.status_code == status
        assert remaining(response) == 120 - counted
        assert_has_rate_limit_headers(response)

    @pytest.mark.parametrize(("error", "status"), [(OperationalError(), 503), (RuntimeError(), 500)])
    def test_server_error_has_the_headers(self, client, monkeypatch, error, status):
        def fail(*args, **kwargs):
            raise error

        client.raise_request_exception = False
        monkeypatch.setattr("graph.documents.entity_document", fail)

        response = client.get(ENTITY)

        assert (response.status_code, remaining(response)) == (status, 119)
        assert_has_rate_limit_headers(response)

    @pytest.mark.parametrize("path", UNCOUNTED)
    def test_uncounted_endpoint_shows_and_leaves_the_remaining_requests(self, client, path):
        client.get(ENTITY)

        assert [remaining(client.get(path)) for _ in range(2)] == [119, 119]

    def test_preflight_request_is_not_counted(self, client):
        client.options(ENTITY, headers={"origin": "https://a.test", "access-control-request-method": "GET"})

        assert remaining(client.get(ENTITY)) == 119

    @pytest.mark.parametrize("path", ["/", "/search", "/problems", "/healthz"])
    def test_pages_have_no_rate_limit_headers(self, client, path):
        assert "X-API-Tier" not in client.get(path)

    def test_headers_are_exposed_to_browsers(self, client):
        exposed = client.get(ENTITY, headers={"origin": "https://a.test"})["Access-Control-Expose-Headers"]

        found = {name for name in client.get(ENTITY).headers if "RateLimit" in name or "Tier" in name}
        assert len(found) == 6
        assert found | {"Retry-After", "Link"} <= set(exposed.split(", "))


LICENCE = '</attribution>; rel="license"'


class TestPages:
    """Test the rate limit of HTML pages. They do not count towards the allowance, but have a limit of their own."""

    @pytest.mark.parametrize(("path", "group"), [("/sign-in", "pages"), ("/problems", "uncounted")])
    def test_pages_are_limited_per_address(self, client, path, group):
        for _ in range(PAGES_PER_MINUTE - 1):
            limits.seconds_to_wait(RequestFactory().get(path).META, group, PAGES_PER_MINUTE)
        last = client.get(path)

        response = client.get(path)

        assert last.status_code == 200
        assert (response.status_code, "<h1>" in response.content.decode()) == (429, True)
        assert 1 <= int(response["Retry-After"]) <= PERIOD
        assert client.get(path, REMOTE_ADDR="10.0.0.9").status_code == 200

    def test_pages_do_not_use_the_allowance_of_the_api(self, client, monkeypatch):
        monkeypatch.setattr("accounts.limits.PAGES_PER_MINUTE", 1)
        client.get("/sign-in")

        assert client.get("/sign-in").status_code == 429
        assert limits_of(client.get(ENTITY)) == ("anonymous", "120", "119")

    def test_health_checks_are_not_limited(self, client, monkeypatch):
        monkeypatch.setattr("accounts.limits.PAGES_PER_MINUTE", 1)

        assert [client.get("/healthz").status_code for _ in range(3)] == [200] * 3


@pytest.mark.parametrize(("tier", "attributes"), [("researcher", True), ("pro", False)])
def test_responses_link_to_the_licence_for_tiers_that_must_attribute(client, tier, attributes):
    sent = {"authorization": f"Bearer {ApiKeyFactory(user__tier=tier).secret}"}

    for path in (ENTITY, "/api/graph/entity/nobody", "/feed"):
        assert (LICENCE in client.get(path, headers=sent).get("Link", "")) is attributes
        assert client.get(path)["Link"] == LICENCE


def test_link_has_the_next_page_and_the_licence(client, hub):
    link = client.get("/api/graph/entity/france")["Link"]

    assert link.startswith("<http://testserver/api/graph/entity/france/relationships?cursor=")
    assert link.endswith(f'>; rel="next", {LICENCE}')
