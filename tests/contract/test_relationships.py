"""Test GET /api/graph/entity/{slug}/relationships (API contract, section 3)."""

import pytest

from graph.models import Relationship
from tests.factories import PartyFactory, PoliticianFactory, RelationshipFactory

PATH = "/api/graph/entity/{}/relationships"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def ask(client, slug, **query):
    return client.get(PATH.format(slug), query)


def follow(client, response):
    """Yield this response, and then the response of each further page up to the last, by the ``next`` URLs."""
    while response:
        yield response
        response = response.json()["next"] and client.get(response.json()["next"])


def relationships_of(pages):
    return [relationship for page in pages for relationship in page.json()["relationships"]]


def test_list_equals_the_relationships_of_the_entity(client, macron):
    response = ask(client, "emmanuel-macron")
    whole = client.get("/api/graph/entity/emmanuel-macron").json()

    assert response.status_code == 200
    assert response.json()["relationships"] == whole["relationships"]
    assert response.json()["entity"]["slug"] == "emmanuel-macron"
    assert (response.json()["count"], response.json()["next"]) == (2, None)
    assert response["X-Total-Count"] == "2"


def test_page_has_the_sources_of_its_relationships(client, hub):
    pages = [page.json() for page in follow(client, ask(client, "france", limit=20))]

    assert len(pages) > 1
    for page in pages:
        cited = {relationship["source"] for relationship in page["relationships"]}
        assert [source["slug"] for source in page["sources"]] == sorted(cited)
    whole = client.get("/api/graph/entity/france").json()["entity"]["sources"]
    assert all(source in whole for source in pages[0]["sources"])


@pytest.mark.parametrize(
    ("query", "labels"),
    [
        ({"type": "politician_holds_office"}, ["Holds office"]),
        ({"status": "ended"}, ["Stood in"]),
        ({"status": "current", "type": "politician_holds_office"}, ["Holds office"]),
        ({"status": "ended", "type": "politician_holds_office"}, []),
        ({"direction": "outgoing"}, ["Holds office", "Stood in"]),
        ({"direction": "incoming"}, []),
        ({"at": "2018-01-01"}, ["Holds office"]),
    ],
)
def test_relationship_filters_combine(client, macron, query, labels):
    response = ask(client, "emmanuel-macron", **query)

    assert [relationship["label"] for relationship in response.json()["relationships"]] == labels
    assert response["X-Total-Count"] == str(len(labels))


@pytest.mark.parametrize("limit", [7, 100, 205])
def test_pages_of_any_size_have_every_relationship_once(client, hub, limit):
    at_once = relationships_of([ask(client, "france", limit=1000)])

    pages = list(follow(client, ask(client, "france", limit=limit)))

    assert [len(page.json()["relationships"]) for page in pages[:-1]] == [limit] * (len(pages) - 1)
    assert relationships_of(pages) == at_once


def test_pages_have_every_relationship_once_when_sort_values_are_equal(client, france):
    politician = PoliticianFactory(name="Jane Doe")
    for role in "abcdef":
        RelationshipFactory(subject=politician, object=PartyFactory(name="Equal"), role=role, start_date="2020-01-01")

    pages = list(follow(client, ask(client, "jane-doe", limit=1)))

    assert [relationship["role"] for relationship in relationships_of(pages)] == list("abcdef")


def test_next_page_has_the_same_parameters(client, hub):
    response = ask(client, "france", type="party_operates_in_country", limit=200)

    following = response.json()["next"]
    assert following.startswith("http://testserver/api/graph/entity/france/relationships?type=party_operates_in_co")
    assert "limit=200" in following
    assert response["Link"].startswith(f'<{following}>; rel="next"')


def test_a_relationship_removed_between_two_pages_shifts_nothing(client, hub):
    first = ask(client, "france", limit=200)
    gone = first.json()["relationships"][0]["entity"]["slug"]
    Relationship.objects.filter(subject__slug=gone).delete()

    rest = client.get(first.json()["next"])

    slugs = {relationship["entity"]["slug"] for relationship in relationships_of([first, rest])}
    assert len(slugs) == 205


def test_next_page_uses_the_day_of_the_first_page(client, macron, time_machine):
    first = ask(client, "emmanuel-macron", limit=1)
    time_machine.move_to("2029-01-01")

    rest, again = client.get(first.json()["next"]), ask(client, "emmanuel-macron")

    assert [relationship["label"] for relationship in relationships_of([first, rest])] == ["Holds office", "Stood in"]
    assert {relationship["status"] for relationship in relationships_of([first])} == {"current"}
    assert {relationship["status"] for relationship in relationships_of([again])} == {"ended", "unknown"}


def test_cursor_of_another_day_returns_400(client, hub):
    cursor = ask(client, "france", limit=5).json()["next"].partition("cursor=")[2]

    response = client.get(f"{PATH.format('france')}?at=2020-01-01&cursor={cursor}")

    assert response.status_code == 400
    assert response.json()["errors"][0]["parameter"] == "cursor"


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("limit", "0"),
        ("limit", "1001"),
        ("limit", "²"),
        ("type", "politician"),
        ("direction", "out"),
        ("status", "past"),
        ("cursor", "abc"),
        ("at", "yesterday"),
        ("page", "2"),
        ("offset", "2"),
    ],
)
def test_list_returns_400_naming_an_unknown_or_invalid_parameter(client, macron, parameter, value):
    response = ask(client, "emmanuel-macron", **{parameter: value})

    assert response.status_code == 400
    assert [error["parameter"] for error in response.json()["errors"]] == [parameter]


def test_list_names_all_invalid_parameters_at_once(client, macron):
    response = ask(client, "emmanuel-macron", limit="0", type="x", at="x")

    assert {error["parameter"] for error in response.json()["errors"]} == {"limit", "type", "at"}


def test_list_takes_at_most_four_queries(client, hub, django_assert_max_num_queries):
    with django_assert_max_num_queries(4):
        ask(client, "france", status="current", limit=1000)
