"""Test that a stored response is dropped when anything that it shows changes."""

import pytest
from django.test import Client

from graph.actions import rename, withdraw
from graph.journal.journal import assign_positions, journalled
from tests.edits import create, update
from tests.factories import SourceFactory

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("today", "macron", "gb_2019", "same_connection", "one_sitemap"),
]
ENTITY = "/api/graph/entity/emmanuel-macron"


def test_update_changes_the_entity_and_its_neighbours(stored_responses, macron):
    client = Client()
    paths = [ENTITY, "/api/graph/entity/president-of-france", "/api/snapshot/france"]
    before = [client.get(path).content for path in paths]
    assert len(stored_responses) == 3

    update(entity=macron, name="Emmanuel M.")

    for path, body in zip(paths, before, strict=True):
        assert client.get(path).content != body
        assert b"Emmanuel M." in client.get(path).content


def test_update_keeps_responses_of_other_countries(stored_responses, macron):
    party = create(kind="party", name="A Party", slug="a-party-pe", country_code="pe")
    client = Client()
    client.get(ENTITY), client.get("/api/snapshot/france"), client.get("/api/graph/entity/a-party-pe")
    assert len(stored_responses) == 3

    update(entity=party, name="Another Party")

    assert client.get("/api/graph/entity/a-party-pe").json()["entity"]["name"] == "Another Party"
    assert len(stored_responses) == 3


def test_rename_redirects_from_the_old_slug(stored_responses, macron):
    client = Client()
    client.get(ENTITY)

    rename(entity=macron, slug="e-macron")

    assert client.get(ENTITY).status_code == 308


def test_withdrawal_is_410(stored_responses, macron):
    client = Client()
    client.get(ENTITY), client.get("/api/search?q=macron"), client.get("/api/graph/entities")
    assert "emmanuel-macron" in client.get("/sitemap-1.xml").content.decode()

    withdraw(entity=macron, note="an error")

    assert client.get(ENTITY).status_code == 410
    assert client.get("/api/search?q=emmanuel").json()["count"] == 0
    assert "emmanuel-macron" not in client.get("/api/graph/entities").content.decode()
    assert "emmanuel-macron" not in client.get("/sitemap-1.xml").content.decode()


def test_an_edited_source_changes_the_attribution_page(stored_responses, time_machine):
    source, client = SourceFactory(licence="CC0-1.0"), Client()
    assign_positions()
    assert "CC0-1.0" in client.get("/attribution").content.decode()
    assert len(stored_responses) == 1

    time_machine.shift(1)
    with journalled():
        source.licence = "CC-BY-4.0"
        source.save()

    assert "CC-BY-4.0" in client.get("/attribution").content.decode()
