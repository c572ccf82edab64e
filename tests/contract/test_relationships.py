"""GET /api/graph/entity/{slug}/relationships: contract section 3."""

import pytest

from graph.models import Relationship
from tests.factories import PartyFactory, PoliticianFactory, RelationshipFactory

PATH = "/api/graph/entity/{}/relationships"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def ask(client, slug, **query):
    return client.get(PATH.format(slug), query)


def follow(client, response):
    """The page and all that follow it."""
    while response:
        yield response
        response = response.json()["next"] and client.get(response.json()["next"])


def told(pages):
    return [statement for page in pages for statement in page.json()["relationships"]]


def test_they_are_those_of_the_entity_answer(client, macron):
    response = ask(client, "emmanuel-macron")
    whole = client.get("/api/graph/entity/emmanuel-macron").json()

    assert response.status_code == 200
    assert response.json()["relationships"] == whole["relationships"]
    assert response.json()["entity"]["slug"] == "emmanuel-macron"
    assert (response.json()["count"], response.json()["next"]) == (2, None)
    assert response["X-Total-Count"] == "2"


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
def test_filters_combine(client, macron, query, labels):
    response = ask(client, "emmanuel-macron", **query)

    assert [statement["label"] for statement in response.json()["relationships"]] == labels
    assert response["X-Total-Count"] == str(len(labels))


@pytest.mark.parametrize("limit", [7, 100, 205])
def test_pages_fit_together_whatever_their_size(client, hub, limit):
    at_once = told([ask(client, "france", limit=1000)])

    pages = list(follow(client, ask(client, "france", limit=limit)))

    assert [len(page.json()["relationships"]) for page in pages[:-1]] == [limit] * (len(pages) - 1)
    assert told(pages) == at_once


def test_pages_fit_together_over_names_dates_and_statements_that_are_equal(client, france):
    politician = PoliticianFactory(name="Jane Doe")
    for role in "abcdef":
        RelationshipFactory(subject=politician, object=PartyFactory(name="Equal"), role=role, start_date="2020-01-01")

    pages = list(follow(client, ask(client, "jane-doe", limit=1)))

    assert [statement["role"] for statement in told(pages)] == list("abcdef")


def test_the_next_page_keeps_the_question_and_links_to_itself(client, hub):
    response = ask(client, "france", type="party_operates_in_country", limit=200)

    following = response.json()["next"]
    assert following.startswith("http://testserver/api/graph/entity/france/relationships?type=party_operates_in_co")
    assert "limit=200" in following
    assert response["Link"].startswith(f'<{following}>; rel="next"')


def test_what_is_removed_between_two_pages_shifts_nothing(client, hub):
    first = ask(client, "france", limit=200)
    gone = first.json()["relationships"][0]["entity"]["slug"]
    Relationship.objects.filter(subject__slug=gone).delete()

    rest = client.get(first.json()["next"])

    slugs = {statement["entity"]["slug"] for statement in told([first, rest])}
    assert len(slugs) == 205


def test_later_pages_keep_the_day_of_the_first(client, macron, time_machine):
    first = ask(client, "emmanuel-macron", limit=1)
    time_machine.move_to("2029-01-01")

    rest, anew = client.get(first.json()["next"]), ask(client, "emmanuel-macron")

    assert [statement["label"] for statement in told([first, rest])] == ["Holds office", "Stood in"]
    assert {statement["status"] for statement in told([first])} == {"current"}
    assert {statement["status"] for statement in told([anew])} == {"ended", "unknown"}


def test_a_cursor_of_one_day_is_refused_at_another(client, hub):
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
def test_a_parameter_that_is_unknown_or_out_of_range_is_named(client, macron, parameter, value):
    response = ask(client, "emmanuel-macron", **{parameter: value})

    assert response.status_code == 400
    assert [error["parameter"] for error in response.json()["errors"]] == [parameter]


def test_all_parameters_that_are_not_fit_are_named_at_once(client, macron):
    response = ask(client, "emmanuel-macron", limit="0", type="x", at="x")

    assert {error["parameter"] for error in response.json()["errors"]} == {"limit", "type", "at"}


def test_it_takes_at_most_four_queries(client, hub, django_assert_max_num_queries):
    with django_assert_max_num_queries(4):
        ask(client, "france", status="current", limit=1000)
