"""The journal of the shipped catalogue: its first load is one event, and who follows it has the list."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from graph.kinds import Kind
from tests.contract.test_changes import changes_from, listed, replayed
from tests.feeds.rss_rules import broken

pytestmark = pytest.mark.django_db
COUNTRIES_ASKED = 20
MOST_QUERIES = 5


@pytest.fixture(scope="module")
def client(catalogue):
    return Client(headers={"host": "testserver"})


@pytest.fixture(scope="module")
def told(client):
    return changes_from(client, "/api/changes?limit=1000")[0]


def test_who_follows_from_the_beginning_has_the_list(client, told):
    assert len(told) > 70_000
    assert replayed(told) == listed(client)


def test_a_first_load_is_no_update_of_the_day(catalogue, told):
    assert {(change["action"], change["via"]) for change in told} == {("created", "catalogue")}
    assert max(change["at"] for change in told) < "2026-09"


def test_every_kind_by_twenty_countries_is_right_and_quick_to_ask(catalogue, client):
    codes = catalogue.of_kind(Kind.COUNTRY).order_by("slug").values_list("country_code", flat=True)[::9]
    for kind in Kind:
        for code in codes[:COUNTRIES_ASKED]:
            with CaptureQueriesContext(connection) as queries:
                response = client.get("/feed", {"type": kind.value, "country": code})
            assert broken(response.content) == []
            assert response.content.count(b"<item>") == response.content.count(f"<category>{kind}<".encode())
            assert response.content.count(b"<item>") == response.content.count(f'html">{code}<'.encode())
            assert len(queries) <= MOST_QUERIES
