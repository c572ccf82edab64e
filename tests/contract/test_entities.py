"""Test GET /api/graph/entities, which lists all entities."""

from datetime import UTC, date, datetime

import pytest

from graph.models import Entity
from tests.factories import (
    CountryFactory,
    OfficeFactory,
    PartyFactory,
    PoliticianFactory,
    RelationshipFactory,
)

PATH = "/api/graph/entities"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def slugs(response):
    return [entity["slug"] for entity in response.json()["results"]]


@pytest.mark.parametrize("path", [PATH, "/feed", "/api/changes", "/api/results"])
def test_lists_reject_a_country_that_the_graph_does_not_hold(client, macron, path):
    response = client.get(f"{path}?country=zz")

    assert response.status_code == 400
    assert response.json()["errors"][0]["parameter"] == "country"
    assert client.get(f"{path}?country=fr").status_code == 200


def test_list_has_every_published_entity_in_short_form_by_slug(client, macron):
    PoliticianFactory(name="A Draft", status=Entity.Status.DRAFT)
    PoliticianFactory(name="A Withdrawn", status=Entity.Status.WITHDRAWN)

    response = client.get(PATH)

    assert slugs(response) == ["emmanuel-macron", "france", "france-2022-presidential", "president-of-france"]
    assert response.json()["results"][1] == {
        "name": "France",
        "type": "country",
        "slug": "france",
        "country_code": "fr",
        "description": "A country of Europe.",
    }
    assert (response.json()["count"], response.json()["next"]) == (4, None)
    assert response["X-Total-Count"] == "4"


def test_next_gives_every_entity_once(client, macron):
    response = client.get(PATH, {"limit": 3})
    rest = client.get(response.json()["next"])

    assert response["Link"].startswith(f'<{response.json()["next"]}>; rel="next"')
    assert slugs(response) + slugs(rest) == slugs(client.get(PATH))
    assert rest.json()["next"] is None
    assert rest["X-Total-Count"] == "4"


def test_an_entity_added_before_the_cursor_shifts_no_page(client, macron):
    response = client.get(PATH, {"limit": 2})
    PoliticianFactory(name="Aaron")

    rest = client.get(response.json()["next"])

    assert slugs(rest) == ["france-2022-presidential", "president-of-france"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"type": "politician"}, ["emmanuel-macron"]),
        ({"type": "ideology"}, []),
        ({"country": "fr", "type": "office"}, ["president-of-france"]),
        ({"updated_since": "2026-05-02"}, []),
        ({"updated_since": "2026-05-01T10:00:01Z"}, []),
        ({"updated_since": "2026-05-01T12:00:00+02:00", "type": "country"}, ["france"]),
        ({"updated_since": "2026-05-01T10:00", "type": "country"}, ["france"]),
        ({"holds_office": "current"}, ["emmanuel-macron"]),
        ({"holds_office": "ended"}, []),
        ({"member_of_party": "current"}, []),
    ],
)
def test_list_filters_combine(client, macron, query, found):
    response = client.get(PATH, query)

    assert slugs(response) == found
    assert response["X-Total-Count"] == str(len(found))


def test_member_of_party_filters_by_status(client):
    membership = RelationshipFactory(subject=PoliticianFactory(), object=PartyFactory(), end_date="2020")
    RelationshipFactory(subject=PoliticianFactory(), object=PartyFactory(status="withdrawn"), end_date="2020")

    assert slugs(client.get(PATH, {"member_of_party": "ended"})) == [membership.subject.slug]


@pytest.mark.parametrize(
    ("beginning", "found"),
    [
        ("Élodie", ["elodie-zola"]),
        ("élodie z", ["elodie-zola"]),
        ("ELODIE", ["elodie-zola"]),
        ("elodie-z", ["elodie-zola"]),
        ("The 19", ["presidential-1998"]),
        ("the 19", ["presidential-1998"]),
        ("presidential", ["presidential-1998"]),
        ("odie", []),
        ("zola", []),
        ("%", []),
        ("_", []),
        ("!!!", []),
        ("Ωμέγα", ["omega"]),
    ],
)
def test_q_filters_by_the_beginning_of_name_or_slug(client, beginning, found):
    PoliticianFactory(name="Élodie Zolà", slug="elodie-zola")
    OfficeFactory(name="The 1998 presidency", slug="presidential-1998")
    PartyFactory(name="Ωμέγα", slug="omega")

    assert slugs(client.get(PATH, {"q": beginning})) == found


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("type", "person"),
        ("type", ""),
        ("country", "FR"),
        ("country", "fra"),
        ("country", " fr"),
        ("country", "f²"),
        ("updated_since", "2026-13-01"),
        ("updated_since", "2026-05-01 10:00:00"),
        ("updated_since", "2026-05-01T25:00:00Z"),
        ("updated_since", "0001-01-01T00:00:00+14:00"),
        ("updated_since", "1714557600"),
        ("holds_office", "yes"),
        ("q", ""),
        ("q", "   "),
        ("q", "x" * 201),
        ("limit", "1001"),
        ("limit", "-1"),
        ("cursor", "x"),
        ("ordering", "name"),
        ("format", "json"),
        ("at", "2020-01-01"),
    ],
)
def test_list_returns_400_naming_an_unknown_or_invalid_parameter(
    client, db, parameter, value, django_assert_num_queries
):
    with django_assert_num_queries(0):
        response = client.get(PATH, {parameter: value})

    assert response.status_code == 400
    assert response.json()["type"] == "http://testserver/problems/invalid-parameter"
    assert [error["parameter"] for error in response.json()["errors"]] == [parameter]


def test_list_returns_400_for_a_repeated_parameter(client, db):
    response = client.get(f"{PATH}?type=party&type=office")

    assert response.status_code == 400
    assert response.json()["errors"] == [{"parameter": "type", "detail": "Given more than once."}]


def test_next_page_uses_the_day_of_the_first_page(client, macron, time_machine):
    second = PoliticianFactory(name="Zoe")
    RelationshipFactory(subject=second, object=OfficeFactory(), verified_at=date(2026, 1, 22), start_date="2020")
    first = client.get(PATH, {"holds_office": "current", "limit": 1})
    time_machine.move_to(datetime(2029, 1, 1, tzinfo=UTC))

    assert slugs(client.get(first.json()["next"])) == ["zoe"]
    assert slugs(client.get(PATH, {"holds_office": "current"})) == []


def test_list_takes_at_most_four_queries(client, db, django_assert_max_num_queries):
    for code in ("fr", "de", "gb", "us"):
        CountryFactory(country_code=code)

    with django_assert_max_num_queries(4):
        client.get(PATH, {"limit": 2, "holds_office": "current", "q": "a"})
