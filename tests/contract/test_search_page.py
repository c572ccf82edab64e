"""Test /search, the HTML page for searches."""

import pytest

from search.index import refresh
from tests.factories import CountryFactory, PartyFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client, macron):
    """Return a function that requests /search with these query parameters, and returns the HTML of the page."""
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
    assert '<a href="/entity/emmanuel-macron">Emmanuel <mark>Macron</mark></a>' in shown
    assert "1 match." in shown


def test_search_page_shows_the_matched_name_and_the_correction(page):
    assert "also called <mark>Эмманюэль</mark> <mark>Макрон</mark>" in page(q="Эмманюэль Макрон")
    assert "This is what “emmanuel macron” finds" in page(q="emmanuel macrno")


def test_search_page_helps_if_nothing_was_found(page):
    shown = page(q="xqzvkw", country="fr")

    assert "Nothing here is called “xqzvkw” with these filters" in shown
    assert '<a href="/search?q=xqzvkw">Search without filters</a>' in shown


def test_search_page_filters_by_kind_country_and_status(page):
    CountryFactory(country_code="de")
    assert "1 match." in page(q="macron", type="politician", country="fr", status="current")
    for other in ({"type": "party"}, {"country": "de"}, {"status": "former"}):
        assert "Nothing found" in page(q="macron", **other)


def test_search_page_ignores_values_that_its_form_does_not_send(page):
    for other in ({"type": "planet"}, {"country": "zz"}, {"status": "x"}, {"offset": "-1"}, {"offset": "9" * 30}):
        assert "1 match." in page(q="macron", **other)


def test_search_page_links_the_pages_of_results(page, macron):
    for number in range(45):
        PartyFactory(name=f"Parti rouge {number:02d}", country_code="fr")

    first, last = page(q="rouge", type="party"), page(q="rouge", type="party", offset="40")

    assert '<a href="?q=rouge&amp;type=party&amp;offset=20" rel="next">' in first
    assert 'rel="prev"' not in first
    assert '<a href="?q=rouge&amp;type=party&amp;offset=20" rel="prev">' in last
    assert '<ol class="results" start="41">' in last
    assert 'rel="next"' not in last


def test_search_page_marks_the_words_that_match(page):
    assert "Emmanuel <mark>Macron</mark></a>" in page(q="macr")


def test_search_page_escapes_markup(page):
    PartyFactory(name="<script>alert(1)</script> & Sons")

    shown = page(q='"><script>alert(1)</script>')

    assert "<script>" not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown


def test_home_page_has_the_search_field(client):
    assert 'action="/search"' in client.get("/").content.decode()


@pytest.mark.parametrize("query", ["?q=%00", "?q=%80"])
def test_search_page_returns_400_for_invalid_characters(client, query):
    assert client.get(f"/search{query}").status_code == 400


def test_search_page_links_races_to_the_results_of_their_election(page, gb_2019):
    refresh()

    assert '<a href="/elections/gb-2019/races/north">North, ' in page(q="north 2019")


def test_search_page_says_that_the_graph_does_not_hold_a_country(page):
    assert "The graph holds no country “zz”" in page(q="macron", country="zz")
    assert "The graph holds no country" not in page(q="macron", country="fr")
