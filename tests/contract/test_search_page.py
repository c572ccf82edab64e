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


def test_without_words_it_tells_how_much_there_is_to_find(page):
    assert "4 entities are here to find" in page()


def test_what_was_typed_is_found_and_stays_in_the_box(page):
    shown = page(q="macron")

    assert 'value="macron"' in shown
    assert '<a href="/api/graph/entity/emmanuel-macron">Emmanuel Macron</a>' in shown
    assert "1 match." in shown


def test_another_name_and_a_correction_are_told(page):
    assert "also called Эмманюэль Макрон" in page(q="Эмманюэль Макрон")
    assert "this is what “emmanuel macron” finds" in page(q="emmanuel macrno")


def test_nothing_found_is_said(page):
    assert "0 matches." in page(q="xqzvkw")


def test_markup_is_text(page):
    PartyFactory(name="<script>alert(1)</script> & Sons")

    shown = page(q='"><script>alert(1)</script>')

    assert "<script>" not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Sons" in shown


def test_the_first_page_has_the_box(client):
    assert 'action="/search"' in client.get("/").content.decode()


@pytest.mark.parametrize("query", ["?q=%00", "?q=%80"])
def test_what_is_no_text_is_refused(client, query):
    assert client.get(f"/search{query}").status_code == 400
