"""Test the health checks: whether the process runs, and whether it can reach the database and Redis."""

import json

import pytest
from django.core.cache import caches
from django.db import OperationalError, connection

from config import wsgi
from graph.pages import health
from tests.factories import CountryFactory
from tests.outdated import make_outdated


@pytest.fixture(autouse=True)
def _no_checks_of_other_tests():
    health._passed.clear()


@pytest.mark.django_db
def test_healthz_returns_200_without_a_query(client, stored_responses, django_assert_num_queries):
    started = []
    # For other paths, the WSGI application first runs a query to find out which stored responses are outdated.
    with django_assert_num_queries(0):
        body = wsgi.application(client._base_environ(PATH_INFO="/healthz"), lambda *args: started.append(args))

    ((status, headers),) = started
    assert (status, json.loads(b"".join(body))) == ("200 OK", {"status": "ok"})
    assert "no-store" in dict(headers)["Cache-Control"]


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "query"), [("GET", ""), ("HEAD", ""), ("POST", ""), ("GET", "a=%00")])
def test_healthz_has_the_same_response_with_and_without_django(client, settings, method, query):
    def response():
        started = []
        given = {"REQUEST_METHOD": method, "QUERY_STRING": query, "HTTP_X_REQUEST_ID": "0123456789"}
        environ = client._base_environ(PATH_INFO="/healthz", **given)
        body = wsgi.application(environ, lambda *args: started.append(args))
        ((status, headers),) = started
        # This header has the time at which the response was made.
        return status, {name: value for name, value in headers if name != "Expires"}, body

    ahead = response()
    settings.ANSWER_AHEAD_OF_DJANGO = False

    assert ahead == response()
    assert ahead[1]["X-Request-Id"] == "0123456789"


@pytest.mark.django_db
class TestReady:
    def test_readyz_returns_200_with_a_catalogue(self, client):
        CountryFactory()

        response = client.get("/readyz")

        assert response.status_code == 200
        assert response.json() == {
            "status": "ok",
            "checks": {"database": "ok", "migrations": "ok", "catalogue": "ok", "webhooks": "ok", "counters": "ok"},
        }
        assert "no-store" in response["Cache-Control"]

    def test_readyz_takes_one_query_after_its_first_success(self, client, django_assert_num_queries):
        CountryFactory()
        client.get("/readyz")

        with django_assert_num_queries(1):
            assert client.get("/readyz").json()["status"] == "ok"

    def test_readyz_checks_again_what_was_missing(self, client):
        client.get("/readyz")
        CountryFactory()

        assert client.get("/readyz").status_code == 200

    def test_readyz_returns_503_without_a_catalogue(self, client):
        response = client.get("/readyz")

        assert response.status_code == 503
        assert response["Retry-After"] == "2"
        assert response.json()["checks"]["catalogue"] == "empty"

    def test_readyz_returns_503_with_missing_migrations(self, client, monkeypatch):
        CountryFactory()
        monkeypatch.setattr(health.MigrationExecutor, "migration_plan", lambda *args: ["a migration"])

        response = client.get("/readyz")

        assert response.status_code == 503
        checks = {"database": "ok", "migrations": "missing", "counters": "ok"}
        assert response.json() == {"status": "unavailable", "checks": checks}

    def test_readyz_returns_503_for_a_database_of_an_earlier_development_version(self, client):
        make_outdated(connection)

        response = client.get("/readyz")

        assert response.status_code == 503
        assert response.json()["checks"] == {"database": "ok", "migrations": "unknown", "counters": "ok"}

    def test_readyz_returns_503_without_the_database(self, client, monkeypatch):
        def fail():
            raise OperationalError("secret")

        monkeypatch.setattr(connection, "cursor", fail)

        response = client.get("/readyz")

        assert response.status_code == 503
        checks = {"database": "unreachable", "counters": "ok"}
        assert response.json() == {"status": "unavailable", "checks": checks}

    def test_readyz_reports_counters_per_process(self, client, monkeypatch):
        CountryFactory()
        monkeypatch.setattr(caches["counters"], "is_unavailable", lambda: True)

        response = client.get("/readyz")

        assert (response.status_code, response.json()["status"]) == (200, "ok")
        assert response.json()["checks"]["counters"] == "per process"


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
@pytest.mark.django_db
def test_probes_accept_head(client, path):
    assert client.head(path).status_code in (200, 503)
