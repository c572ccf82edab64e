"""Test the pictures of entities and elections (API contract, section 14)."""

from xml.etree import ElementTree

import pytest

from tests.factories import OfficeFactory, PartyFactory, RelationshipFactory

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '<script>alert(1)</script> & "Co"'


def texts(response):
    """Parse an SVG response, which must be well-formed XML. Return the texts in the picture."""
    assert response.status_code == 200
    assert response["Content-Type"] == "image/svg+xml"
    root = ElementTree.fromstring(response.content)  # noqa: S314 - a document of ours
    assert root.tag == f"{SVG}svg"
    return [text for text in root.itertext() if text.strip()]


@pytest.mark.parametrize("name", ["timeline", "network"])
def test_picture_of_an_entity_has_title_style_and_neighbours(client, macron, name):
    response = client.get(f"/entity/emmanuel-macron/{name}.svg")

    shown = texts(response)
    assert shown[0] in ("Emmanuel Macron: timeline", "Emmanuel Macron: relationships")
    assert "President of France" in shown
    assert b'<?xml-stylesheet type="text/css" href="/static/' in response.content
    assert response["Cache-Control"] == "public, max-age=60"


def test_picture_as_of_a_day_leaves_out_what_came_later(client, macron):
    assert "President of France" not in texts(client.get("/entity/emmanuel-macron/timeline.svg?at=2016-01-01"))


@pytest.mark.parametrize("name", ["timeline", "network", "seats", "results"])
def test_picture_of_an_entity_without_facts_says_so(client, name):
    party = PartyFactory(slug="alone", name=HOSTILE)

    shown = texts(client.get(f"/entity/{party.slug}/{name}.svg"))

    assert "Nothing is known to draw." in shown
    assert any(HOSTILE in text for text in shown)


def test_picture_escapes_names(client, macron):
    office = OfficeFactory(name=HOSTILE, slug="hostile")
    RelationshipFactory(subject=macron, object=office, start_date="2020")

    for name in ("timeline", "network"):
        assert b"<script" not in client.get(f"/entity/emmanuel-macron/{name}.svg").content


def test_network_has_each_neighbour_once_although_there_are_many_terms(client, macron):
    mayors = [OfficeFactory(name="Mayor of Tours", slug=slug) for slug in ("mayor-1", "mayor-2")]
    for year in range(1990, 2002, 2):
        for mayor in mayors:
            RelationshipFactory(subject=macron, object=mayor, start_date=str(year), end_date=str(year + 1))
    RelationshipFactory(subject=macron, object=OfficeFactory(name="Prefect"), start_date="1980", end_date="1981")

    shown = texts(client.get("/entity/emmanuel-macron/network.svg"))

    assert shown.count("Mayor of Tours") == 2  # There are two offices with this name.
    assert "Prefect" in shown


def test_seats_are_an_image_for_other_sites(client, republic):
    response = client.get("/entity/france/seats.png")

    assert response["Content-Type"] == "image/png"
    assert response.content.startswith(b"\x89PNG")
    page = client.get("/entity/france").content.decode()
    assert '<meta property="og:image" content="http://testserver/entity/france/seats.png">' in page


def test_entity_without_seats_has_no_image_of_them(client, macron):
    assert client.get("/entity/emmanuel-macron/seats.png").status_code == 404
    page = client.get("/entity/emmanuel-macron").content.decode()
    assert '<meta property="og:image" content="http://testserver/static/card.png">' in page


@pytest.mark.parametrize("path", ["/entity/nothing/timeline.svg", "/elections/nothing/results.svg"])
def test_picture_of_an_unknown_slug_is_not_found(client, path):
    assert client.get(path).status_code == 404


def test_page_shows_the_pictures_with_their_size(client, macron):
    page = client.get("/entity/emmanuel-macron").content.decode()

    assert '<img src="/entity/emmanuel-macron/timeline.svg" alt="Emmanuel Macron: timeline" width="360"' in page
    assert "&lt;img src=&quot;" in page or "&lt;img src=" in page
