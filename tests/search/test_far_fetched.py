"""Test that queries for things that the graph does not have find nothing, and that a filter never adds results."""

import pytest

from graph.kinds import Kind
from search.index import refresh
from tests.factories import OfficeFactory, PartyFactory, PoliticianFactory
from tests.search.searching import names, results

pytestmark = pytest.mark.usefixtures("world")


@pytest.mark.parametrize(
    "text",
    [
        # An everyday word is not corrected to a similar name.
        "minister of finance",
        # A word with three letters is not corrected.
        "mae",
        # Each word must be in a name, but only one of these is.
        "angela bannon",
        # An unfinished word next to a corrected one must have at least half of the letters of its name.
        "emanuelle ma",
        # A short word with more than one error is not corrected.
        "merkot",
    ],
)
def test_find_entities_returns_nothing_far_fetched(text):
    assert names(text) == []


def test_find_entities_gives_a_title_to_persons_only():
    PartyFactory(name="Victory", country_code="us")
    refresh()

    assert names("victory") == ["Victory"]
    assert names("queen victory") == []


@pytest.mark.parametrize("text", ["macron", "merkel", "bundestag", "conservative", "german president", "merkle"])
@pytest.mark.parametrize("kind", [Kind.OFFICE, Kind.PARTY, Kind.POLITICIAN])
def test_find_entities_with_a_filter_finds_no_more_than_without(text, kind):
    assert set(names(text, kind=kind)) <= set(names(text))


def test_find_entities_finds_names_before_related_entities(monkeypatch):
    """The office with the word in its name is found, although the parliament has more related entities than the search
    reads."""
    monkeypatch.setattr("search.pipeline.MAX_CANDIDATES", 3)
    OfficeFactory(title="Member of the Bundestag", country_code="de", details__office_type="legislator")
    refresh()

    assert "Member of the Bundestag of Germany" in names("bundestag")


def test_find_entities_with_a_filter_searches_again_if_the_search_stopped_early(monkeypatch):
    monkeypatch.setattr("search.pipeline.MAX_CANDIDATES", 3)
    for number in range(4):
        PartyFactory(name=f"Rouge {number}", country_code="us")
    PoliticianFactory(name="Jean Rouge")
    refresh()

    assert results("rouge").is_capped
    assert names("rouge", kind=Kind.POLITICIAN) == ["Jean Rouge"]
