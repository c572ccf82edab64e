"""Problems as such: the table of types, their pages, and what an exception brings along."""

import json

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.test import Client
from rest_framework import exceptions
from rest_framework.views import APIView

from config.http.problem_types import CODES_BY_STATUS, PROBLEM_TYPES, code_of_status
from config.http.problems import exception_handler


@pytest.fixture
def handled(rf):
    """The document and headers an exception in a view of the API turns into."""

    def handle(exception):
        request = APIView().initialize_request(rf.get("/api/thing"))
        response = exception_handler(exception, {"request": request})
        return json.loads(response.content), response

    return handle


@pytest.mark.parametrize("code", PROBLEM_TYPES)
def test_every_type_has_a_page_that_explains_it(client, code):
    page = client.get(f"/problems/{code}")

    assert page.status_code == 200
    assert f"<h1>{PROBLEM_TYPES[code].title}</h1>" in page.content.decode()
    assert f"HTTP status {PROBLEM_TYPES[code].status}" in page.content.decode()


def test_the_index_leads_to_every_type(client):
    page = client.get("/problems").content.decode()

    assert all(f'href="/problems/{code}"' in page for code in PROBLEM_TYPES)


@pytest.mark.parametrize("code", ["nothing", "not-found-", "Not-Found"])
def test_there_is_no_page_for_anything_else(client, code):
    assert client.get(f"/problems/{code}").status_code == 404


def test_a_form_that_is_not_ours_is_refused_with_a_page():
    response = Client(enforce_csrf_checks=True).post("/problems")

    assert response.status_code == 403
    assert "<h1>Forbidden</h1>" in response.content.decode()


def test_a_page_is_only_read(client):
    assert client.post("/problems").status_code == 405


@pytest.mark.parametrize(("status", "code"), CODES_BY_STATUS.items())
def test_a_bare_status_has_a_type_of_that_status(status, code):
    assert PROBLEM_TYPES[code].status == status


@pytest.mark.parametrize(("status", "code"), [(418, "bad-request"), (502, "internal-error")])
def test_any_other_status_is_told_by_whose_fault_it_is(status, code):
    assert code_of_status(status) == code


@pytest.mark.parametrize(
    ("exception", "code"),
    [
        (Http404("secret"), "no-such-path"),
        (PermissionDenied("secret"), "forbidden"),
        (exceptions.NotFound(), "no-such-path"),
        (exceptions.NotAuthenticated(), "unauthorized"),
        (exceptions.PermissionDenied(), "forbidden"),
        (exceptions.ParseError(), "bad-request"),
        (exceptions.UnsupportedMediaType("text/x"), "bad-request"),
    ],
)
def test_exceptions_of_the_frameworks_are_problems(handled, exception, code):
    document, response = handled(exception)

    assert document["type"] == f"http://testserver/problems/{code}"
    assert response.status_code == document["status"] == PROBLEM_TYPES[code].status
    assert "secret" not in response.content.decode()


def test_a_challenge_and_a_time_to_wait_become_headers(handled):
    challenged, throttled = exceptions.NotAuthenticated(), exceptions.Throttled(wait=0.2)
    challenged.auth_header = "Bearer"

    assert handled(challenged)[1]["WWW-Authenticate"] == "Bearer"
    assert handled(throttled)[1]["Retry-After"] == "1"


def test_an_exception_may_name_its_type_and_bring_members(handled):
    error = exceptions.APIException("It is gone.")
    error.problem, error.members = "withdrawn", {"suggestions": ["jane-doe"]}

    document, response = handled(error)

    assert (response.status_code, document["detail"], document["suggestions"]) == (410, "It is gone.", ["jane-doe"])


def test_any_other_exception_is_left_to_the_server(handled, rf):
    request = APIView().initialize_request(rf.get("/api/thing"))

    assert exception_handler(ValueError(), {"request": request}) is None
