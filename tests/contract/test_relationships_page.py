"""Test the HTML page with all relationships of an entity."""

import re

import pytest

from snapshots.pages import relationships
from tests.factories import PartyFactory, PoliticianFactory, RelationshipFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
NAMES = ["Ada", "Ben", "Cleo", "Dan"]


@pytest.fixture
def path():
    party = PartyFactory(name="A party")
    for name in NAMES:
        ended = {"end_date": "2020"} if name == "Dan" else {}
        RelationshipFactory(subject=PoliticianFactory(name=name), object=party, start_date="2010", **ended)
    return f"/entity/{party.slug}/relationships"


def names_of(response):
    assert response.status_code == 200
    return re.findall(r'<th scope="row"><a href="[^"]+">([^<]+)</a>', response.content.decode())


def test_pages_list_each_relationship_once(client, path, monkeypatch):
    monkeypatch.setattr(relationships, "ROWS_ON_PAGE", 3)
    found, address = [], path
    while address:
        response = client.get(address)
        found += names_of(response)
        links = re.findall(r'href="([^"]+)" rel="next"', response.content.decode())
        address = links and path + links[0].replace("&amp;", "&")

    assert found == NAMES


@pytest.mark.parametrize(
    ("query", "names"),
    [("status=ended", ["Dan"]), ("type=politician_member_of_party", NAMES), ("at=2009-12-31", []), ("status=", NAMES)],
)
def test_parameters_filter_the_relationships(client, path, query, names):
    assert names_of(client.get(f"{path}?{query}", follow=True)) == names


@pytest.mark.parametrize("query", ["status=dead", "type=friend", "at=yesterday", "cursor=x"])
def test_invalid_parameters_are_400(client, path, query):
    assert client.get(f"{path}?{query}").status_code == 400


def test_page_of_a_hub_links_to_all_its_relationships(client, path, monkeypatch):
    monkeypatch.setattr("snapshots.pages.entities.ROWS_ON_PAGE", 3)

    page = client.get(path.removesuffix("/relationships")).content.decode()

    assert f'href="{path}">All 4 relationships</a>' in page
    assert page.count("<tr>") - page.count("<thead>") == 3


def test_each_row_names_a_listed_source(client, path):
    page = client.get(path).content.decode()

    rows = re.findall(r'href="#source-(\d+)">\1</a>', page)
    assert len(rows) == len(NAMES)
    assert all(f'<li id="source-{number}">' in page for number in rows)
