"""GET /search: the search for people."""

import pytest

from search.index import refresh
from tests.factories import PartyFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, macron):
    """The page for what was typed, as text."""
    refresh()

    def shown(**query):
        response = client.get("/search", query)
        assert response.status_code == 200
        return response.content.decode()

    return shown


def test_search_page_without_q_shows_the_number_of_entities(page):
    assert "4 entities are here to find" in page()


def test_search_page_finds_the_text_and_shows_it_in_the_field(page):
    shown = page(q="macron")

    assert 'value="macron"' in shown
    assert '<a href="/entity/emmanuel-macron">Emmanuel Macron</a>' in shown
    assert "1 match." in shown


def test_search_page_shows_the_matched_name_and_the_correction(page):
    assert "also called Эмманюэль Макрон" in page(q="Эмманюэль Макрон")
    assert "this is what “emmanuel macron” finds" in page(q="emmanuel macrno")


def test_search_page_says_that_nothing_was_found(page):
    assert "0 matches." in page(q="xqzvkw")


def test_search_page_escapes_markup(page):
    PartyFactory(name="<script>alert(1)</script> & Sons")

    shown = page(q='"><script>alert(1)</script>')

    assert "<script>" not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Sons" in shown


def test_home_page_has_the_search_field(client):
    assert 'action="/search"' in client.get("/").content.decode()


@pytest.mark.parametrize("query", ["?q=%00", "?q=%80"])
def test_search_page_returns_400_for_invalid_characters(client, query):
    assert client.get(f"/search{query}").status_code == 400


def test_search_page_links_races_to_the_results_of_their_election(page, gb_2019):
    refresh()

    assert '<a href="/elections/gb-2019">North, ' in page(q="north 2019")
