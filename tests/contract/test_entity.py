"""Test GET /api/graph/entity/{slug} (API contract, sections 2 and 3)."""

import pytest

from graph.models import Entity
from tests.factories import FACTORIES, PartyFactory, PoliticianFactory, RedirectFactory, RelationshipFactory

MOST_QUERIES = 6
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]

MACRON = {
    "entity": {
        "name": "Emmanuel Macron",
        "type": "politician",
        "slug": "emmanuel-macron",
        "country_code": "fr",
        "description": "President of France since 14 May 2017.",
        "metadata": {
            "birth_year": 1977,
            "office": "President of France",
            "overview": None,
            "political_positions": [],
        },
        "identifiers": {"wikidata": "Q3052772"},
        "other_names": [{"name": "Эмманюэль Макрон", "lang": "ru", "kind": "alias"}],
        "url": "http://testserver/entity/emmanuel-macron",
        "updated_at": "2026-05-01T10:00:00Z",
        "sources": [
            {
                "name": "CIA World Factbook",
                "url": "https://www.cia.gov/the-world-factbook/",
                "retrieved": "2026-01-22",
                "licence": "CC0-1.0",
                "slug": "factbook",
            }
        ],
    },
    "relationships": [
        {
            "label": "Holds office",
            "type": "politician_holds_office",
            "direction": "outgoing",
            "entity": {
                "name": "President of France",
                "type": "office",
                "slug": "president-of-france",
                "country_code": "fr",
                "description": "Head of state of France.",
            },
            "start_date": "2017-05-14",
            "end_date": None,
            "status": "current",
            "verified_at": "2026-01-22",
            "role": None,
            "source": "factbook",
        },
        {
            "label": "Stood in",
            "type": "politician_participated_in_election",
            "direction": "outgoing",
            "entity": {
                "name": "France 2022 presidential election",
                "type": "election",
                "slug": "france-2022-presidential",
                "country_code": "fr",
                "description": "",
            },
            "start_date": "2022-04-24",
            "end_date": "2022-04-24",
            "status": "ended",
            "verified_at": "2026-01-22",
            "role": "candidate",
            "source": "factbook",
        },
    ],
}


def ask(client, slug, **query):
    return client.get(f"/api/graph/entity/{slug}", query)


def test_retrieve_returns_the_entity_in_full_with_its_relationships(client, macron):
    response = ask(client, "emmanuel-macron")

    assert response.status_code == 200
    assert response.json() == MACRON
    assert list(response.json()["entity"]) == list(MACRON["entity"])
    assert response["X-Total-Count"] == "2"
    assert "next" not in response["Link"]


def test_retrieve_returns_unescaped_utf_8(client, macron):
    response = ask(client, "emmanuel-macron")

    assert response["Content-Type"] == "application/json"
    assert "Эмманюэль Макрон".encode() in response.content


@pytest.mark.parametrize("kind", FACTORIES)
def test_retrieve_returns_all_metadata_of_a_kind_when_nothing_is_known(client, kind):
    entity = FACTORIES[kind](details=None)

    document = ask(client, entity.slug).json()["entity"]

    known = {name: value for name, value in document["metadata"].items() if value not in (None, [])}
    assert document["type"] == kind
    assert len(document["metadata"]) > 0
    assert known == {}


def test_retrieve_labels_an_incoming_relationship(client, macron):
    relationship = ask(client, "president-of-france").json()["relationships"][0]

    assert (relationship["label"], relationship["direction"]) == ("Holders", "incoming")
    assert relationship["entity"]["slug"] == "emmanuel-macron"


def test_retrieve_uses_the_base_url_setting_in_every_url(client, hub, settings):
    settings.BASE_URL = "https://graph.example.org"

    response = ask(client, "france")

    assert response.json()["entity"]["url"] == "https://graph.example.org/entity/france"
    assert response["Link"].startswith("<https://graph.example.org/api/graph/entity/france/relationships?cursor=")


def test_retrieve_returns_200_relationships_and_a_link_to_the_next(client, hub):
    response = ask(client, "france")
    rest = client.get(response["Link"].partition(">")[0].removeprefix("<"))

    shown = response.json()["relationships"] + rest.json()["relationships"]
    assert len(response.json()["relationships"]) == 200
    assert response["X-Total-Count"] == rest["X-Total-Count"] == "205"
    assert '>; rel="next", ' in response["Link"]
    assert len({relationship["entity"]["slug"] for relationship in shown}) == 205


@pytest.mark.parametrize("slug", ["france", "emmanuel-macron"])
def test_retrieve_takes_at_most_six_queries(client, hub, macron, slug, django_assert_max_num_queries):
    with django_assert_max_num_queries(MOST_QUERIES):
        ask(client, slug)


class TestAt:
    """Test the parameter ``at``. The response has only what was true on that day, with the status on that day."""

    def test_at_returns_only_relationships_of_that_day(self, client, macron):
        RelationshipFactory(subject=macron, object=PartyFactory(), start_date="2006", end_date="2009")

        then = ask(client, "emmanuel-macron", at="2008-03-01").json()

        assert [relationship["type"] for relationship in then["relationships"]] == ["politician_member_of_party"]
        assert then["relationships"][0]["status"] == "current"

    def test_at_returns_the_office_of_that_day(self, client, macron):
        before, after = (ask(client, "emmanuel-macron", at=day).json() for day in ("2016-01-01", "2018-01-01"))

        assert before["entity"]["metadata"]["office"] is None
        assert after["entity"]["metadata"]["office"] == "President of France"

    def test_at_counts_relationships_of_that_day(self, client, macron):
        assert ask(client, "emmanuel-macron", at="2018-01-01")["X-Total-Count"] == "1"

    def test_at_is_part_of_the_link_to_the_next_page(self, client, hub):
        assert "at=2021-01-01&cursor=" in ask(client, "france", at="2021-01-01")["Link"]

    def test_at_accepts_today(self, client, macron, today):
        assert ask(client, "emmanuel-macron", at=today.isoformat()).status_code == 200

    @pytest.mark.parametrize(
        "day", ["2026-06-16", "2026-02-30", "2026-6-1", "20260601", "2026", "0999-01-01", "9999-12-31", "today", ""]
    )
    def test_at_rejects_future_and_invalid_days(self, client, macron, day):
        response = ask(client, "emmanuel-macron", at=day)

        assert response.status_code == 400
        assert [error["parameter"] for error in response.json()["errors"]] == ["at"]


class TestSlugs:
    """Test the responses for slugs that no published entity has, such as old slugs and slugs of withdrawn entities."""

    def test_retrieve_redirects_an_old_slug_with_its_query(self, client, macron):
        RedirectFactory(slug="e-macron", entity=macron)

        response = ask(client, "e-macron", at="2018-01-01")

        assert response.status_code == 308
        assert response["Location"] == "/api/graph/entity/emmanuel-macron?at=2018-01-01"

    def test_relationships_redirect_an_old_slug(self, client, macron):
        RedirectFactory(slug="e-macron", entity=macron)

        response = client.get("/api/graph/entity/e-macron/relationships?type=politician_holds_office")

        assert response.status_code == 308
        assert response["Location"] == ("/api/graph/entity/emmanuel-macron/relationships?type=politician_holds_office")

    def test_retrieve_redirects_a_trailing_slash(self, client, macron):
        response = client.get("/api/graph/entity/emmanuel-macron/?at=2018-01-01")

        assert response.status_code == 308
        assert response["Location"] == "/api/graph/entity/emmanuel-macron?at=2018-01-01"

    def test_retrieve_returns_410_for_a_withdrawn_entity(self, client):
        PoliticianFactory(name="Jane Doe", status=Entity.Status.WITHDRAWN)

        response = ask(client, "jane-doe")

        assert response.status_code == 410
        assert response.json()["type"] == "http://testserver/problems/withdrawn"

    def test_retrieve_redirects_an_old_slug_of_a_withdrawn_entity(self, client):
        RedirectFactory(slug="j-doe", entity=PoliticianFactory(name="Jane Doe", status=Entity.Status.WITHDRAWN))

        assert client.get("/api/graph/entity/j-doe", follow=True).status_code == 410

    def test_retrieve_returns_404_for_a_draft(self, client):
        RedirectFactory(slug="j-doe", entity=PoliticianFactory(name="Jane Doe", status=Entity.Status.DRAFT))

        for slug in ("jane-doe", "j-doe"):
            response = ask(client, slug)
            assert response.status_code == 404
            assert response.json()["suggestions"] == []

    @pytest.mark.parametrize("slug", ["emanuel-macron", "Emmanuel-Macron", "emmanuel macron", "emmanuel-macron-fr"])
    def test_retrieve_suggests_similar_slugs_for_an_unknown_one(self, client, macron, slug):
        response = ask(client, slug)

        assert response.status_code == 404
        assert response.json()["title"] == "Entity not found"
        assert response.json()["suggestions"] == ["emmanuel-macron"]
        assert response.json()["detail"] == f"No entity has the slug '{slug}'."

    def test_retrieve_takes_at_most_four_queries_for_an_unknown_slug(
        self, client, macron, django_assert_max_num_queries
    ):
        with django_assert_max_num_queries(4):
            ask(client, "emanuel-macron")

    def test_retrieve_takes_no_query_for_an_invalid_slug(self, client, db, django_assert_num_queries):
        with django_assert_num_queries(0):
            assert ask(client, "x" * 10_000).status_code == 404


@pytest.mark.parametrize("status", [Entity.Status.DRAFT, Entity.Status.WITHDRAWN])
def test_retrieve_leaves_out_neighbours_that_are_not_published(client, macron, status):
    RelationshipFactory(subject=macron, object=PartyFactory(status=status))

    response = ask(client, "emmanuel-macron")

    assert response["X-Total-Count"] == "2"
    assert "politician_member_of_party" not in response.content.decode()
