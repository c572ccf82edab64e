"""Test GET /api/search (API contract, section 5)."""

import pytest

from graph.models import Entity
from search import results
from search.index import mark_stale, refresh
from tests.factories import OtherNameFactory, PartyFactory, PoliticianFactory, RaceFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
MOST_QUERIES = 30
"""The most SQL queries that a search may need. It has at most four stages. With PostgreSQL, each stage has two queries:
for the most important entities, and for the others."""
MACRON = {
    "name": "Emmanuel Macron",
    "type": "politician",
    "slug": "emmanuel-macron",
    "country_code": "fr",
    "description": "President of France since 14 May 2017.",
}


def ask(client, **query):
    return client.get("/api/search", query)


@pytest.fixture
def indexed(republic):
    refresh()
    return republic


def test_search_ranks_over_all_kinds_and_groups(client, indexed):
    response = ask(client, q="macron")

    document = response.json()
    assert response.status_code == 200
    assert list(document) == ["count", "results", "groups"]
    assert document["count"] == 1
    (result,) = document["results"]
    assert result | {"score": None} == MACRON | {"matched": "Emmanuel Macron", "score": None}
    assert 0 < result["score"] <= 1
    assert document["groups"] == [{"type": "politician", "label": "Politicians", "count": 1, "results": [MACRON]}]


def test_search_returns_the_name_that_matched(client, indexed):
    assert ask(client, q="Макрон Эмманюэль").json()["results"][0]["matched"] == "Эмманюэль Макрон"


def test_search_returns_the_corrected_spelling(client, indexed):
    assert ask(client, q="emmanuel macrno").json()["corrected"] == "emmanuel macron"
    assert "corrected" not in ask(client, q="emmanuel macron").json()


def test_search_orders_groups_by_their_best_result_and_counts_all(client, indexed):
    document = ask(client, q="france president").json()

    assert document["groups"][0]["type"] == document["results"][0]["type"] == "office"
    assert document["count"] == sum(group["count"] for group in document["groups"])
    assert len({group["type"] for group in document["groups"]}) == len(document["groups"]) > 1


def test_search_returns_eight_results_of_a_group(client, france):
    for number in range(12):
        PartyFactory(name=f"Parti rouge {number:02d}")
    refresh()

    document = ask(client, q="rouge", limit="3").json()

    assert len(document["results"]) == 3
    assert (document["count"], document["groups"][0]["count"], len(document["groups"][0]["results"])) == (12, 12, 8)


def test_search_that_stopped_early_is_capped(client, france):
    for number in range(170):
        PartyFactory(name=f"Parti rouge {number:03d}", slug=f"parti-rouge-{number}-fr")
    refresh()

    document = ask(client, q="rouge").json()

    assert document["capped"] is True
    assert 150 <= document["count"] <= 170


def test_search_pages_by_offset(client, france):
    for number in range(45):
        PartyFactory(name=f"Parti rouge {number:02d}")
    refresh()

    pages = [ask(client, q="rouge", limit="20", offset=offset).json() for offset in ("0", "20", "40", "60")]

    slugs = [result["slug"] for page in pages for result in page["results"]]
    assert [len(page["results"]) for page in pages] == [20, 20, 5, 0]
    assert len(set(slugs)) == 45
    assert {page["count"] for page in pages} == {45}


@pytest.mark.parametrize("offset", ["-20", "201", "x", "30"])
def test_search_returns_400_for_an_offset_out_of_range(client, offset):
    response = ask(client, q="rouge", limit="20", offset=offset)

    assert response.status_code == 400
    assert [error["parameter"] for error in response.json()["errors"]] == ["offset"]


def test_search_returns_races_of_covered_elections(client, gb_2019):
    refresh()

    document = ask(client, q="north 2019").json()

    assert list(document) == ["count", "results", "groups", "races"]
    (race,) = document["races"]
    assert race | {"election": race["election"]["slug"]} == {
        "election": "gb-2019",
        "slug": "north",
        "name": "North",
        "url": "/api/results/gb-2019/races/north",
        "matched": "North",
        "score": 1.0,
    }
    assert client.get(race["url"]).status_code == 200


def test_search_returns_eight_races(client, gb_2019):
    for number in range(10):
        RaceFactory(election=gb_2019, name=f"Taff {number}")
    refresh()

    assert len(ask(client, q="taff").json()["races"]) == 8


def test_search_without_races_has_no_array_of_them(client, gb_2019):
    refresh()

    assert "races" not in ask(client, q="north 2018").json()


class TestWithoutWords:
    @pytest.mark.parametrize("query", [{}, {"q": ""}])
    def test_search_without_q_counts_published_entities(self, client, indexed, query):
        PoliticianFactory(name="A draft", status=Entity.Status.DRAFT)
        refresh()

        assert ask(client, **query).json() == {"count": 8, "results": [], "groups": []}

    def test_search_without_q_counts_with_filters(self, client, indexed):
        assert ask(client, type="office").json()["count"] == 2
        assert ask(client, type="country", country="fr").json()["count"] == 1

    @pytest.mark.parametrize("q", ["!?", "%%%%", "🙂", " " * 200, "‮"])
    def test_search_finds_nothing_for_punctuation_only(self, client, indexed, q):
        assert ask(client, q=q).json() == {"count": 0, "results": [], "groups": []}


class TestParameters:
    def test_type_filters_by_kind(self, client, indexed):
        document = ask(client, q="france", type="office").json()

        assert {result["type"] for result in document["results"]} == {"office"}

    def test_country_filters_by_country(self, client, indexed):
        PoliticianFactory(name="Macron Smith", country_code="gb")
        refresh()

        assert [result["country_code"] for result in ask(client, q="macron", country="gb").json()["results"]] == ["gb"]

    @pytest.mark.parametrize(
        ("parameter", "value"),
        [
            ("q", "x" * 201),
            ("type", "person"),
            ("type", ""),
            ("country", "FR"),
            ("country", "fra"),
            ("country", "zz"),
            ("limit", "0"),
            ("limit", "51"),
            ("limit", "ten"),
            ("limit", ""),
            ("page", "2"),
        ],
    )
    def test_search_returns_400_for_invalid_parameters(self, client, indexed, parameter, value):
        response = ask(client, **{"q": "macron"} | {parameter: value})

        assert response.status_code == 400
        assert [error["parameter"] for error in response.json()["errors"]] == [parameter]

    def test_search_accepts_the_longest_text(self, client, indexed):
        assert ask(client, q="x" * 200).status_code == 200

    def test_search_returns_400_for_a_repeated_parameter(self, client, indexed):
        assert client.get("/api/search?q=a&q=b").status_code == 400


class TestChanges:
    def test_search_shows_a_change(self, client, indexed, macron):
        ask(client, q="macron")
        macron.description = "Someone else."
        macron.save()

        assert ask(client, q="macron").json()["results"][0]["description"] == "Someone else."

    @pytest.mark.parametrize("status", [Entity.Status.DRAFT, Entity.Status.WITHDRAWN])
    def test_search_does_not_find_a_withdrawn_entity(self, client, indexed, macron, status):
        ask(client, q="macron")
        macron.status = status
        macron.save()

        assert ask(client, q="emmanuel macron").json()["count"] == 0

    def test_search_finds_a_new_entity(self, client, indexed, macron):
        assert ask(client, q="manu").json()["count"] == 0
        OtherNameFactory(entity=macron, name="Manu")

        assert ask(client, q="manu").json()["results"][0]["slug"] == "emmanuel-macron"

    @pytest.mark.parametrize("pks", [None, range(1, 200)])
    def test_search_does_not_wait_while_many_changes_are_indexed(self, client, indexed, monkeypatch, pks):
        before = ask(client, q="macron").content
        mark_stale(pks)
        monkeypatch.setattr(results, "refresh", lambda: pytest.fail("the search indexes what others changed"))

        assert ask(client, q="macron").content == before


def test_search_is_public_and_not_counted(client, indexed):
    response = ask(client, q="macron")

    assert response["Cache-Control"] == "public, max-age=60"
    assert client.get("/api/search?q=macron", headers={"if-none-match": response["ETag"]}).status_code == 304


def test_search_takes_few_queries(client, indexed, django_assert_max_num_queries):
    with django_assert_max_num_queries(MOST_QUERIES):
        ask(client, q="emmanuel mcaron zzz")
