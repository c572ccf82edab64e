"""Test typical queries, and which entity each query should find first."""

import pytest

from search.countries import country_names
from search.index import index_state, refresh
from search.tokens import tokenise_name
from tests.factories import PoliticianFactory, RelationshipFactory
from tests.search.searching import names, results

pytestmark = pytest.mark.usefixtures("world")


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("merkel, angela", "Angela Merkel"),
        ("erdogan", "Recep Tayyip Erdoğan"),
        ("ang mer", "Angela Merkel"),
        ("angelamerkel", "Angela Merkel"),
        ("a merkel", "Angela Merkel"),
        ("Ангела Меркель", "Angela Merkel"),
        ("Эрдоган", "Recep Tayyip Erdoğan"),
        ("jean marc ayrault", "Jean-Marc Ayrault"),
        ("jeanmarc ayrault", "Jean-Marc Ayrault"),
        ("CDU", "Christian Democratic Union"),
        ("french president", "President of France"),
        ("head of state of france", "President of France"),
        ("macron president", "Emmanuel Macron"),
        ("chancellor merkel", "Angela Merkel"),
        ("sir emmanuel macron mp", "Emmanuel Macron"),
        ("merkel cdu", "Angela Merkel"),
        ("merkel germany", "Angela Merkel"),
        ("british general election 2017", "United Kingdom 2017 legislative election"),
        ("uk", "United Kingdom"),
        ("U.S.A.", "United States"),
        ("turkish", "Türkiye"),
        ("germany", "Germany"),
        ("what is the bundestag", "Bundestag"),
        ("german parliament", "Bundestag"),
        ("conservative party", "Conservative Party"),
        ("emmanuel macron bundesliga", "Emmanuel Macron"),
    ],
)
def test_find_entities_ranks_the_meant_entity_first(text, first):
    assert names(text)[0] == first


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("merkle", "Angela Merkel"),
        ("angla mrekel", "Angela Merkel"),
        ("macrn", "Emmanuel Macron"),
        ("germny", "Germany"),
        ("frnch president", "President of France"),
        ("christian democratc union", "Christian Democratic Union"),
        ("recep erdoan", "Recep Tayyip Erdoğan"),
        ("Меркл", "Angela Merkel"),
    ],
)
def test_find_entities_corrects_typos(text, first):
    assert names(text)[0] == first


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("angela merkle", "angela merkel"),
        ("angela mer", ""),
        # The typo is corrected to "turk", the beginning of Turkey's name in many languages.
        ("turq", "turk"),
    ],
)
def test_find_entities_returns_the_spelling_that_matched_if_it_was_not_typed(text, spelling):
    assert results(text).spelling == spelling


@pytest.mark.parametrize("text", ["%%%%", "🙂", " " * 200, "xqzvkw", "kkkkkkkkkkkkkk", ""])
def test_find_entities_returns_nothing_for_meaningless_texts(text):
    assert names(text) == []


def test_find_entities_ranks_namesakes_by_importance():
    for number in range(3):
        namesake = PoliticianFactory(name="Jane Doe", country_code="us")
        for _ in range(number * 2):
            RelationshipFactory(subject=namesake, start_date="2001")
    refresh()

    importances = [hit.candidate.importance for hit in results("jane doe").hits]

    assert importances == sorted(importances, reverse=True)
    assert len(set(importances)) == 3


def test_find_entities_orders_equal_hits_by_primary_key():
    for _ in range(3):
        PoliticianFactory(name="Jane Doe", country_code="us")
    refresh()

    pks = [hit.candidate.pk for hit in results("doe").hits]

    assert len(pks) == 3
    assert pks == sorted(pks)


class TestFilters:
    def test_find_entities_returns_only_the_kind(self):
        assert names("conserv", kind="ideology") == ["Conservatism"]
        assert names("conservative party", kind="party") == ["Conservative Party"]

    def test_find_entities_returns_only_the_country(self):
        assert names("president", country_code="fr") == ["President of France"]
        assert names("merkel", country_code="fr") == []


@pytest.mark.parametrize(
    ("text", "is_capped"),
    [
        ("konservatives", True),
        # SQLite finds the names, because the first twelve letters are equal. The ranking leaves them out, because the
        # other letters differ.
        ("konservativeqzvwxkqzvw", False),
    ],
)
def test_find_entities_is_capped_if_there_may_be_more_hits(monkeypatch, text, is_capped):
    monkeypatch.setattr("search.pipeline.MAX_CANDIDATES", 2)
    PoliticianFactory.create_batch(3, name="Konservatives", country_code="us")
    refresh()

    found = results(text)

    assert found.is_capped is is_capped
    assert bool(found.hits) is is_capped


@pytest.mark.parametrize("text", ["Германия", "ドイツ", "德国", "ألمانيا", "독일", "Γερμανία"])
def test_find_entities_knows_countries_in_other_scripts(text):
    assert names(text)[0] == "Germany"


def test_country_names_in_other_scripts_do_not_apply_to_latin_queries():
    """In Latin letters, the Arabic name of Germany is "almanya", which could be a surname. So this name only applies to
    queries in Arabic letters."""
    countries = country_names(index_state().version)
    words = tokenise_name("ألمانيا")

    assert countries.forms_for("ألمانيا")[words] == {"de"}
    assert words not in countries.forms_for("almanya")
