"""Test errors (API contract, section 8). Paths below /api and /feed return problem documents, and all others return
pages. No error contains a secret."""

import re

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client

from tests.factories import PoliticianFactory

MEMBERS = ["type", "title", "status", "detail", "instance", "request_id"]
SECRET = "SELECT password FROM /srv/app/settings.py"


@pytest.fixture
def patient_client():
    """Return a test client that returns the response of the service if a view raises an exception. By default, a test
    client raises this exception."""
    return Client(raise_request_exception=False)


@pytest.fixture
def failing(monkeypatch, db):
    """Return the function ``failing(exception)``. From its call on, each request for an entity raises this
    exception."""
    PoliticianFactory(name="Jane Doe")

    def fail_with(exception):
        def fail(*args, **kwargs):
            raise exception

        monkeypatch.setattr("graph.documents.entity_document", fail)

    return fail_with


def problem_of(response, code, status):
    """Return the problem document in the response. Assert that it has this code and status, and follows the rules for
    all problem documents."""
    document = response.json()
    assert response["Content-Type"] == "application/problem+json"
    assert response["Cache-Control"] == "no-store"
    assert response.status_code == document["status"] == status
    assert document["type"].endswith(f"/problems/{code}")
    assert [name for name in document if name in MEMBERS] == MEMBERS
    assert document["request_id"] == response["X-Request-Id"]
    return document


ERRORS = [
    # Each row has the method, path and headers of a request, the code of the problem, and its status.
    ("GET", "/api/nothing", {}, "no-such-path", 404),
    ("GET", "/feed/nothing", {}, "no-such-path", 404),
    ("POST", "/feed", {}, "method-not-allowed", 405),
    ("GET", "/feed", {"accept": "application/json"}, "not-acceptable", 406),
    ("GET", "/api/graph/entity/a/b", {}, "no-such-path", 404),
    ("GET", "/api/graph/entity/nobody", {}, "not-found", 404),
    ("GET", "/api/graph/entities?nothing=1", {}, "invalid-parameter", 400),
    ("GET", "/api/graph/entities?q=%00", {}, "invalid-character", 400),
    ("GET", "/api/graph/entities", {"host": "elsewhere.test"}, "unknown-host", 400),
    ("GET", "/api/graph/entities", {"accept": "text/html"}, "not-acceptable", 406),
    ("GET", "/api/graph/entities", {"accept": "application/json;q=0, */*"}, "not-acceptable", 406),
    ("GET", "/api/schema", {"if-match": '"other"'}, "precondition-failed", 412),
    ("POST", "/api/graph/entities", {}, "method-not-allowed", 405),
    ("BREW", "/api/graph/entities", {}, "method-not-allowed", 405),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "path", "headers", "code", "status"), ERRORS)
def test_every_error_of_the_api_is_a_problem_document(client, method, path, headers, code, status):
    response = client.generic(method, path, headers=headers)

    problem_of(response, code, status)


@pytest.mark.parametrize("query", ["&".join(f"a{number}=1" for number in range(1001))])
def test_api_returns_400_for_too_many_parameters(client, query):
    problem_of(client.get(f"/api/graph/entities?{query}"), "bad-request", 400)


def test_problem_type_is_the_url_of_a_page(client, db):
    document = client.get("/api/nothing").json()

    page = client.get(document["type"])

    assert document["type"] == "http://testserver/problems/no-such-path"
    assert page.status_code == 200
    assert document["title"] in page.content.decode()


def test_problem_type_is_relative_for_an_unknown_host(client):
    response = client.get("/api/nothing", headers={"host": "elsewhere.test"})

    assert response.json()["type"] == "/problems/unknown-host"


def test_405_has_the_allow_header(client):
    assert client.post("/api/graph/entities")["Allow"] == "GET, HEAD, OPTIONS"


def test_problem_instance_is_the_percent_encoded_path(client, db):
    assert client.get("/api/graph/entity/Ω").json()["instance"] == "/api/graph/entity/%CE%A9"


def test_500_does_not_show_its_cause(patient_client, failing):
    failing(RuntimeError(SECRET))

    response = patient_client.get("/api/graph/entity/jane-doe")

    problem_of(response, "internal-error", 500)
    assert SECRET not in response.content.decode()


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_unavailable_database_returns_503_with_retry_after(client, failing, error, caplog):
    failing(error(SECRET))

    response = client.get("/api/graph/entity/jane-doe")

    problem_of(response, "database-unavailable", 503)
    assert response["Retry-After"] == "2"
    assert SECRET not in response.content.decode() + caplog.text
    assert response["X-Request-Id"] in caplog.text


def test_query_timeout_returns_its_own_problem_type(client, failing):
    class QueryCanceled(Exception):
        """An exception with the same name as that of psycopg for a query that takes too long."""

    error = OperationalError("canceled on timeout")
    error.__cause__ = QueryCanceled()
    failing(error)

    problem_of(client.get("/api/graph/entity/jane-doe"), "query-timeout", 503)


def test_error_outside_the_api_is_a_page(client):
    response = client.get("/nothing")

    assert response.status_code == 404
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert "<h1>Page not found</h1>" in response.content.decode()
    assert response["X-Request-Id"] in response.content.decode()


@pytest.mark.parametrize("path", ["/feedback", "/apis", "/apiary/x"])
def test_error_of_a_path_that_only_begins_like_the_api_is_a_page(client, path):
    assert client.get(path)["Content-Type"].startswith("text/html")


@pytest.mark.parametrize(
    ("error", "status", "title"),
    [(RuntimeError(SECRET), 500, "Internal error"), (OperationalError(SECRET), 503, "Database unavailable")],
)
def test_error_page_does_not_show_the_cause(patient_client, monkeypatch, error, status, title):
    def fail(*args, **kwargs):
        raise error

    monkeypatch.setattr("django.views.generic.base.TemplateView.get", fail)

    response = patient_client.get("/")

    assert response.status_code == status
    assert f"<h1>{title}</h1>" in response.content.decode()
    assert SECRET not in response.content.decode()


def test_database_error_in_middleware_returns_503(patient_client, monkeypatch):
    def fail(*args, **kwargs):
        raise OperationalError(SECRET)

    monkeypatch.setattr("django.contrib.sessions.middleware.SessionMiddleware.process_request", fail)

    response = patient_client.get("/sign-in")

    assert response.status_code == 503
    assert "<h1>Database unavailable</h1>" in response.content.decode()
    assert response["Retry-After"] == "2"


def test_database_error_in_middleware_of_the_api_is_a_problem(patient_client, monkeypatch):
    def fail(*args, **kwargs):
        raise OperationalError(SECRET)

    monkeypatch.setattr("accounts.middleware.identify_caller", fail)

    response = patient_client.get("/api/graph/entities")

    problem_of(response, "database-unavailable", 503)
    assert response["Retry-After"] == "2"


class TestRequestId:
    """Test the header ``X-Request-Id``, which all responses have: the ID in the request or, if this is missing or
    invalid, a new one."""

    @pytest.mark.parametrize("path", ["/terms", "/api/schema", "/nothing", "/healthz", "/api/graph/entities/"])
    def test_every_response_has_a_request_id(self, client, path):
        one, other = (client.get(path)["X-Request-Id"] for _ in range(2))

        assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", one)
        assert one != other

    def test_well_formed_request_id_of_the_client_is_used(self, client):
        response = client.get("/api/nothing", headers={"x-request-id": "trace-0815-abc"})

        assert response["X-Request-Id"] == response.json()["request_id"] == "trace-0815-abc"

    @pytest.mark.parametrize("given", ["short", "x" * 65, "with blank in it", "<script>alert(1)", "über-uns-1234"])
    def test_invalid_request_id_of_the_client_is_replaced(self, client, given):
        assert client.get("/healthz", headers={"x-request-id": given})["X-Request-Id"] != given
