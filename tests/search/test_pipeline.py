"""What people type, and what they mean."""

import pytest

from search.countries import country_forms
from search.index import refresh, state
from search.pipeline import find_entities
from search.tokens import words_of_name
from tests.factories import PoliticianFactory, RelationshipFactory


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Angela Merkel", "Angela Merkel"),
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
        ("president of france", "President of France"),
        ("head of state of france", "President of France"),
        ("macron president", "Emmanuel Macron"),
        ("chancellor merkel", "Angela Merkel"),
        ("merkel cdu", "Angela Merkel"),
        ("merkel germany", "Angela Merkel"),
        ("uk general election 2019", "United Kingdom 2019 legislative election"),
        ("british election 2017", "United Kingdom 2017 legislative election"),
        ("uk", "United Kingdom"),
        ("U.S.A.", "United States"),
        ("turkish", "Türkiye"),
        ("germany", "Germany"),
        ("what is the bundestag", "Bundestag"),
        ("german parliament", "Bundestag"),
        ("conservative party", "Conservative Party"),
    ],
)
def test_it_is_found_first(search, text, first):
    assert search(text)[0] == first


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("merkle", "Angela Merkel"),
        ("angela merkal", "Angela Merkel"),
        ("angla mrekel", "Angela Merkel"),
        ("macrn", "Emmanuel Macron"),
        ("emanuel macon", "Emmanuel Macron"),
        ("germny", "Germany"),
        ("christian democratc union", "Christian Democratic Union"),
        ("erdoan", "Recep Tayyip Erdoğan"),
        ("Меркл", "Angela Merkel"),
    ],
)
def test_a_slip_is_forgiven(search, text, first):
    assert search(text)[0] == first


def test_the_spelling_that_matched_is_told(world):
    found = find_entities("angela merkle", country_forms(state().version))

    assert found.corrected == "angela merkel"


def test_what_matched_as_typed_has_no_correction(world):
    assert find_entities("angela mer", country_forms(state().version)).corrected == ""


def test_a_correction_is_another_word_than_the_one_typed(world):
    """Turkey begins so in many languages, of which no beginning is found."""
    assert find_entities("turq", country_forms(state().version)).corrected == "turk"


@pytest.mark.parametrize("text", ["%%%%", "🙂", " " * 200, "xqzvkw", "kkkkkkkkkkkkkk", ""])
def test_nothing_is_answered_with_nothing(search, text):
    assert search(text) == []


def test_of_equals_the_best_known_comes_first(search):
    for number in range(3):
        namesake = PoliticianFactory(name="Jane Doe", country_code="us")
        for _ in range(number * 10):
            RelationshipFactory(subject=namesake, start_date="2001")
    refresh()

    hits = find_entities("jane doe", country_forms(state().version)).hits

    assert [hit.candidate.importance for hit in hits] == sorted(
        (hit.candidate.importance for hit in hits), reverse=True
    )
    assert len(hits) == 3


def test_the_order_is_the_same_each_time(search):
    for name in ("Jane Doe", "Jane Doe", "Jane Doe"):
        PoliticianFactory(name=name, country_code="us")
    refresh()

    one, other = (
        [hit.candidate.pk for hit in find_entities("doe", country_forms(state().version)).hits] for _ in range(2)
    )

    assert one == other == sorted(one)


class TestFilters:
    def test_only_one_kind(self, search):
        assert search("conserv", kind="ideology") == ["Conservatism"]
        assert search("conservative party", kind="party") == ["Conservative Party"]

    def test_only_one_country(self, search):
        assert search("president", country_code="fr") == ["President of France"]
        assert search("merkel", country_code="fr") == []

    def test_a_name_elsewhere_is_not_found(self, search):
        assert "Angela Merkel" not in search("Angela Merkel", country_code="gb")


def test_a_broad_search_says_that_it_stopped(search):
    for number in range(170):
        PoliticianFactory(name=f"Maria Kim {number:03d}", country_code="us")
    refresh()

    found = find_entities("maria", country_forms(state().version))

    assert found.is_capped
    assert 150 <= len(found.hits) <= 170


def test_a_search_that_finds_nothing_stopped_nowhere(search):
    """SQLite knows beginnings of twelve letters, and gathers what goes on otherwise."""
    for number in range(160):
        PoliticianFactory(name=f"Konservatives {number:03d}", country_code="us")
    refresh()

    found = find_entities("konservativeqzvwxkqzvw", country_forms(state().version))

    assert (found.hits, found.is_capped) == ([], False)


@pytest.mark.parametrize("text", ["Германия", "ドイツ", "德国", "ألمانيا", "독일", "Γερμανία"])
def test_countries_are_known_in_other_scripts(search, text):
    assert search(text)[0] == "Germany"


def test_a_name_from_elsewhere_takes_no_word_from_latin_letters(world):
    """Folded, the Arabic name of Germany is a word that somebody may be called by."""
    countries = country_forms(state().version)
    words = tuple(words_of_name("ألمانيا"))

    assert countries.of("ألمانيا")[words] == {"de"}
    assert words not in countries.of("almanya")
