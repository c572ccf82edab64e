"""Test caching, compression and CORS (API contract, section 9)."""

import gzip
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from django.utils.http import http_date, parse_http_date

from config.pages.api_docs import STARTED
from graph.models import Entity, Relationship
from tests.factories import ChangeFactory, ElectionFactory

ENTITY = "/api/graph/entity/emmanuel-macron"
RELATIONSHIPS = f"{ENTITY}/relationships"
ENTITIES = "/api/graph/entities"
SNAPSHOT = "/api/snapshot/france"
RESULTS = ["/api/results", "/api/results/gb-2019", "/api/results/gb-2019/races", "/api/results/gb-2019/races/south"]
COUNTED = [ENTITY, RELATIONSHIPS, ENTITIES, SNAPSHOT, *RESULTS]
UNCOUNTED = [
    "/api/schema",
    "/api/search?q=macron",
    "/feed",
    "/feed/entity/emmanuel-macron",
    "/api/changes",
]
REPRESENTATIVES = [ENTITY, "/api/schema", "/api/search?q=macron", "/feed"]
"""Paths whose responses are made in different ways, to test rules that apply to all responses."""
A_MAY_MORNING = "Fri, 01 May 2026 10:00:00 GMT"
A_LATE_EVENING = datetime(2026, 6, 1, 22, tzinfo=UTC)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today", "shared_graph")]


OF_ONE_REQUEST = {"X-Request-Id", "X-RateLimit-Remaining", "X-RateLimit-Reset", "RateLimit"}


def stable_headers(response, *, without=()):
    """Return the headers of the response as a dictionary. Leave out those that differ in each response, and those in
    ``without``."""
    return {name: value for name, value in response.items() if name not in OF_ONE_REQUEST | set(without)}


def modified(response):
    return datetime.fromtimestamp(parse_http_date(response["Last-Modified"]), UTC)


def test_every_response_has_an_etag_of_its_content_and_last_modified(client):
    for path in COUNTED + UNCOUNTED:
        response = client.get(path)

        assert response.status_code == 200
        assert response["ETag"] == f'"{sha256(response.content).hexdigest()[:32]}"'
        assert modified(response) <= datetime.now(UTC) or path in UNCOUNTED
        assert client.get(path)["ETag"] == response["ETag"]


def test_counted_responses_are_private(client):
    for path in COUNTED:
        response = client.get(path)

        assert response["Cache-Control"] == "private, max-age=60"
        assert {"Accept-Encoding", "Authorization"} <= set(response["Vary"].split(", "))


def test_uncounted_responses_are_public(client):
    for path in UNCOUNTED:
        response = client.get(path)

        assert "public" in response["Cache-Control"]
        # The API key decides the rate limit headers, and an invalid key causes an error. So caches must store a
        # response for each key.
        assert "Authorization" in response["Vary"]


@pytest.mark.parametrize("path", REPRESENTATIVES)
def test_head_has_the_headers_of_get(client, path):
    got, headed = client.get(path), client.head(path)

    assert headed.status_code == 200
    assert stable_headers(headed) == stable_headers(got)


class TestConditions:
    """Test conditional requests. A client that already has the current response gets the status 304."""

    @pytest.mark.parametrize("path", REPRESENTATIVES)
    def test_if_none_match_returns_304_with_the_headers_of_the_200(self, client, path):
        full = client.get(path)

        response = client.get(path, headers={"if-none-match": full["ETag"]})

        assert response.status_code == 304
        assert response.content == b""
        assert stable_headers(response) == stable_headers(full, without={"Content-Type", "Content-Length"})
        assert set(response.headers) >= OF_ONE_REQUEST

    @pytest.mark.parametrize("held", ["{}", "W/{}", '"other", {}', '"other", W/{}', "*"])
    def test_if_none_match_accepts_weak_etags_lists_and_a_star(self, client, held):
        tag = client.get(ENTITY)["ETag"]

        assert client.get(ENTITY, headers={"if-none-match": held.format(tag)}).status_code == 304

    @pytest.mark.parametrize("held", ['"other"', "garbage", '"', "", "W/"])
    def test_if_none_match_returns_200_for_any_other_etag(self, client, held):
        assert client.get(ENTITY, headers={"if-none-match": held}).status_code == 200

    def test_head_returns_304_as_well(self, client):
        tag = client.get(ENTITY)["ETag"]

        assert client.head(ENTITY, headers={"if-none-match": tag}).status_code == 304

    @pytest.mark.parametrize(
        ("since", "status"),
        [
            (A_MAY_MORNING, 304),
            ("Sat, 02 May 2026 10:00:00 GMT", 304),
            ("Fri, 01 May 2026 09:59:59 GMT", 200),
            ("yesterday", 200),
            ("Fri, 99 May 99999 10:00:00 GMT", 200),
        ],
    )
    def test_if_modified_since_returns_304_when_nothing_changed_since(self, client, since, status):
        assert client.get(ENTITY, headers={"if-modified-since": since}).status_code == status

    def test_if_none_match_wins_over_if_modified_since(self, client):
        conditions = {"if-none-match": '"other"', "if-modified-since": A_MAY_MORNING}

        assert client.get(ENTITY, headers=conditions).status_code == 200

    def test_a_change_changes_the_etag(self, client, macron):
        tag = client.get(ENTITY)["ETag"]
        Entity.objects.filter(pk=macron.pk).update(description="A politician.")

        assert client.get(ENTITY, headers={"if-none-match": tag}).status_code == 200


class TestLastModified:
    """Test the header Last-Modified. It also changes when a computed status changes, although nothing is written on
    that day."""

    def test_entity_has_the_time_of_its_own_change(self, client, macron):
        Entity.objects.filter(pk=macron.pk).update(updated_at=A_LATE_EVENING)

        assert modified(client.get(ENTITY)) == modified(client.get(RELATIONSHIPS)) == A_LATE_EVENING

    def test_entity_has_the_time_of_a_neighbours_change(self, client, presidency):
        Entity.objects.filter(pk=presidency.pk).update(updated_at=A_LATE_EVENING)

        assert modified(client.get(ENTITY)) == A_LATE_EVENING

    def test_entity_has_the_time_of_a_neighbours_withdrawal(self, client, presidency):
        Entity.objects.filter(pk=presidency.pk).update(updated_at=A_LATE_EVENING, status="withdrawn")

        assert modified(client.get(ENTITY)) == A_LATE_EVENING

    def test_entity_has_the_time_of_a_relationships_change(self, client, macron):
        Relationship.objects.filter(subject=macron).update(updated_at=A_LATE_EVENING)

        assert modified(client.get(ENTITY)) == A_LATE_EVENING

    def test_entity_has_the_day_on_which_a_status_changed(self, client, macron):
        relationship = Relationship.objects.get(subject=macron, type="politician_holds_office")
        relationship.end_date = "2026-06-10"
        relationship.save()

        assert modified(client.get(ENTITY)) == datetime(2026, 6, 11, tzinfo=UTC)

    def test_entity_has_the_day_on_which_an_open_end_became_unknown(self, client, macron, time_machine):
        time_machine.move_to(datetime(2028, 3, 1, tzinfo=UTC))

        assert modified(client.get(ENTITY)) == datetime(2028, 1, 23, tzinfo=UTC)

    def test_entity_with_more_pages_has_the_start_of_the_day(self, client, hub, today):
        assert modified(client.get("/api/graph/entity/france")).date() == today

    def test_overdue_election_has_the_day_after_its_date(self, client):
        times = {"created_at": datetime(2020, 1, 1, tzinfo=UTC), "updated_at": datetime(2020, 1, 1, tzinfo=UTC)}
        ElectionFactory(details__date="2026-04", details__status="scheduled", details__kind="legislative", **times)

        response = client.get("/api/graph/entity/france-2026-legislative")

        assert response.json()["entity"]["metadata"]["status"] == "overdue"
        assert modified(response) == datetime(2026, 5, 1, tzinfo=UTC)

    def test_last_modified_is_never_in_the_future(self, client, macron, today):
        Entity.objects.filter(pk=macron.pk).update(updated_at=datetime(2027, 1, 1, tzinfo=UTC))

        assert modified(client.get(ENTITY)).date() == today

    def test_list_has_the_time_of_the_newest_change(self, client, macron):
        ChangeFactory(entity=macron, action="updated", at=A_LATE_EVENING)

        assert modified(client.get(ENTITIES)) == A_LATE_EVENING

    def test_list_by_status_has_the_start_of_the_day(self, client, macron, today):
        ChangeFactory(entity=macron, action="updated", at=A_LATE_EVENING)

        assert modified(client.get(f"{ENTITIES}?holds_office=current")).date() == today


class TestCompression:
    """Test compression. Responses of at least 1 kB are compressed if the client accepts gzip."""

    def test_large_body_is_compressed_and_has_a_weak_etag(self, client):
        plain = client.get(ENTITY)

        response = client.get(ENTITY, headers={"accept-encoding": "gzip"})

        assert response["Content-Encoding"] == "gzip"
        assert gzip.decompress(response.content) == plain.content
        assert response["ETag"] == f"W/{plain['ETag']}"
        assert "Accept-Encoding" in response["Vary"]

    def test_weak_etag_returns_304_with_that_etag(self, client):
        tag = client.get(ENTITY, headers={"accept-encoding": "gzip"})["ETag"]

        response = client.get(ENTITY, headers={"accept-encoding": "gzip", "if-none-match": tag})

        assert (response.status_code, response["ETag"]) == (304, tag)

    @pytest.mark.parametrize("accepted", ["", "identity", "br", "gzip;q=0", "br, gzip; q=0.000"])
    def test_body_is_not_compressed_unless_the_client_accepts_gzip(self, client, accepted):
        response = client.get(ENTITY, headers={"accept-encoding": accepted})

        assert "Content-Encoding" not in response
        assert "Accept-Encoding" in response["Vary"]

    def test_small_body_is_not_compressed(self, client):
        response = client.get(f"{ENTITIES}?type=country", headers={"accept-encoding": "gzip"})

        assert len(response.content) < 1000
        assert "Content-Encoding" not in response


class TestBrowsers:
    """Test CORS. Scripts on pages of any origin may read the responses and the rate limit headers, but without
    credentials."""

    @pytest.mark.parametrize("path", [ENTITY, "/api/graph/entity/nobody", f"{ENTITY}/", "/api/schema", "/feed"])
    def test_every_response_may_be_read_by_any_origin(self, client, path):
        response = client.get(path, headers={"origin": "https://example.org"})

        assert response["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in response
        exposed = response["Access-Control-Expose-Headers"].split(", ")
        assert {"ETag", "Link", "X-Total-Count", "X-Request-Id", "Retry-After", "X-API-Tier"} <= set(exposed)

    def test_preflight_request_is_allowed(self, client):
        asked = {"origin": "https://example.org", "access-control-request-method": "GET"}

        response = client.options(ENTITY, headers=asked)

        assert response.status_code == 200
        assert "authorization" in response["Access-Control-Allow-Headers"]
        assert response["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"

    def test_options_returns_204_with_the_methods(self, client):
        for path in COUNTED + UNCOUNTED:
            response = client.options(path)

            assert (response.status_code, response["Allow"]) == (204, "GET, HEAD, OPTIONS")

    def test_a_part_of_a_download_may_be_read_by_any_origin(self, client):
        asked = {"origin": "https://example.org", "access-control-request-method": "GET"}

        response = client.options(
            "/downloads/graph.jsonl.zip", headers=asked | {"access-control-request-headers": "range"}
        )

        assert response["Access-Control-Allow-Origin"] == "*"
        assert "range" in response["Access-Control-Allow-Headers"].split(", ")
        shown = client.get("/downloads/graph.jsonl.zip", headers=asked)["Access-Control-Expose-Headers"]
        assert {"Accept-Ranges", "Content-Range"} <= set(shown.split(", "))

    def test_pages_may_not_be_read_by_other_origins(self, client):
        response = client.get("/", headers={"origin": "https://example.org"})

        assert "Access-Control-Allow-Origin" not in response


def test_schema_has_the_time_the_process_started(client):
    assert client.get("/api/schema")["Last-Modified"] == http_date(STARTED.timestamp())
