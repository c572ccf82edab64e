"""Test the problem documents: the table of types, their pages, and the data that an exception adds."""

import json
from unittest.mock import Mock

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404
from django.test import Client
from rest_framework import exceptions
from rest_framework.views import APIView

from config.http.problem_types import CODES_BY_STATUS, PROBLEM_TYPES, code_of_status
from config.http.problems import exception_handler


@pytest.fixture
def handled(rf):
    """Return a function that converts an exception to (problem document as a dictionary, response)."""

    def handle(exception):
        request = APIView().initialize_request(rf.get("/api/thing"))
        response = exception_handler(exception, {"request": request})
        return json.loads(response.content), response

    return handle


@pytest.mark.parametrize("code", PROBLEM_TYPES)
def test_every_problem_type_has_a_page(client, code):
    page = client.get(f"/problems/{code}")

    assert page.status_code == 200
    assert f"<h1>{PROBLEM_TYPES[code].title}</h1>" in page.content.decode()
    assert f"HTTP status {PROBLEM_TYPES[code].status}" in page.content.decode()


def test_problem_index_links_to_every_type(client):
    page = client.get("/problems").content.decode()

    assert all(f'href="/problems/{code}"' in page for code in PROBLEM_TYPES)


@pytest.mark.parametrize("code", ["nothing", "not-found-", "Not-Found"])
def test_unknown_problem_type_has_no_page(client, code):
    assert client.get(f"/problems/{code}").status_code == 404


def test_form_without_a_csrf_token_gets_an_error_page():
    response = Client(enforce_csrf_checks=True).post("/report")

    assert response.status_code == 403
    assert "<h1>Forbidden</h1>" in response.content.decode()


def test_problem_page_is_read_only(client):
    assert client.post("/problems").status_code == 405


@pytest.mark.parametrize(("status", "code"), CODES_BY_STATUS.items())
def test_code_of_status_returns_a_type_with_that_status(status, code):
    assert PROBLEM_TYPES[code].status == status


@pytest.mark.parametrize(("status", "code"), [(418, "bad-request"), (502, "internal-error")])
def test_code_of_status_returns_bad_request_or_internal_error_for_others(status, code):
    assert code_of_status(status) == code


@pytest.mark.parametrize(
    ("exception", "code"),
    [
        (exceptions.NotFound(), "no-such-path"),
        (exceptions.NotAuthenticated(), "unauthorized"),
        (exceptions.PermissionDenied(), "forbidden"),
        (exceptions.ParseError(), "bad-request"),
        (exceptions.UnsupportedMediaType("text/x"), "bad-request"),
    ],
)
def test_exception_handler_turns_framework_exceptions_into_problems(handled, exception, code):
    document, response = handled(exception)

    assert document["type"] == f"http://testserver/problems/{code}"
    assert response.status_code == document["status"] == PROBLEM_TYPES[code].status


def test_exception_handler_uses_problem_and_members_of_an_exception(handled):
    error = exceptions.APIException("It is gone.")
    error.problem, error.members = "withdrawn", {"suggestions": ["jane-doe"]}

    document, response = handled(error)

    assert (response.status_code, document["detail"], document["suggestions"]) == (410, "It is gone.", ["jane-doe"])


@pytest.mark.parametrize("exception", [ValueError(), Http404(), PermissionDenied(), OperationalError()])
def test_exception_handler_returns_none_for_other_exceptions(exception, rf):
    request = APIView().initialize_request(rf.get("/api/thing"))

    assert exception_handler(exception, {"request": request}) is None


@pytest.mark.parametrize(
    ("exception", "code"),
    [
        (Http404("secret"), "no-such-path"),
        (PermissionDenied("secret"), "forbidden"),
        (OperationalError("secret"), "database-unavailable"),
    ],
)
def test_exceptions_of_django_in_an_api_view_are_problems(client, monkeypatch, exception, code):
    monkeypatch.setattr("config.pages.api_docs.document_for", Mock(side_effect=exception))

    response = client.get("/api/schema")

    assert json.loads(response.content)["type"] == f"http://testserver/problems/{code}"
    assert response.status_code == PROBLEM_TYPES[code].status
    assert "secret" not in response.content.decode()
