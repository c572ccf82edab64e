"""Test party names in other languages than English."""

import pytest

from search.query import Term
from search.translation import meanings_of
from tests.factories import CountryFactory, OtherNameFactory, PartyFactory
from tests.search.searching import names


@pytest.fixture(scope="module")
def parties_index(build_index):
    build_index(make_parties)


@pytest.fixture
def parties(parties_index, db, today):
    """Let the test search an index with the entities of `make_parties`."""


def make_parties():
    for code, name in (
        ("au", "Australia"),
        ("gb", "United Kingdom"),
        ("nz", "New Zealand"),
        ("pk", "Pakistan"),
        ("pl", "Poland"),
        ("al", "Albania"),
        ("de", "Germany"),
    ):
        CountryFactory(country_code=code, name=name)
    for code, name in (
        ("au", "Australian Labor Party"),
        ("au", "Liberal Party of Australia"),
        ("gb", "Labour Party"),
        ("gb", "Scottish National Party"),
        ("pk", "Pakistan Peoples Party"),
        ("de", "Communist Party of Germany"),
        ("al", "Socialist Party"),
        ("gb", "Scottish Socialist Party"),
        ("nz", "New Zealand Labour Party"),
    ):
        PartyFactory(name=name, country_code=code)
    party = PartyFactory(name="Polish Labour Party", country_code="pl")
    OtherNameFactory(entity=party, name="Polska Partia Pracy", kind="native")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Partido Laborista australiano", "Australian Labor Party"),
        ("澳大利亚自由党", "Liberal Party of Australia"),
        ("Либеральная партия Австралии", "Liberal Party of Australia"),
        ("Szkocka Partia Pracy", "Labour Party"),
        ("Eskoziako Alderdi Nazionala", "Scottish National Party"),
        ("Pakistanische Volkspartei", "Pakistan Peoples Party"),
        ("Arbeiterpartei Neuseeland", "New Zealand Labour Party"),
        ("Partito comunista tedesco", "Communist Party of Germany"),
        ("Polska Partia Pracy", "Polish Labour Party"),
        ("Partito socialista albanese", "Socialist Party"),
    ],
)
def test_find_entities_ranks_a_party_first_by_its_name_in_another_language(parties, text, name):
    assert names(text)[:1] == [name]


def test_find_entities_understands_english_words_with_an_unknown_one(parties):
    assert names("liberal party xylo")[:1] == ["Liberal Party of Australia"]


def test_find_entities_does_not_translate_names_that_are_not_of_parties(parties):
    assert names("assemblea socialista albanese") != ["Socialist Party"]


@pytest.mark.parametrize("text", ["自由'党澳大利亚", "自由 （党） 澳大利亚", "自由_党·澳大利亚", "自由党\\澳大利亚"])
def test_find_entities_ignores_punctuation_between_han_letters(parties, text):
    assert names(text)[:1] == ["Liberal Party of Australia"]


@pytest.mark.parametrize(
    ("text", "country"),
    [("Niemcy", "Germany"), ("Allemagne", "Germany"), ("Großbritannien", "United Kingdom"), ("Polonia", "Poland")],
)
def test_find_entities_knows_countries_in_other_languages(parties, text, country):
    assert names(text)[:1] == [country]


def test_find_entities_ignores_the_beginning_of_a_translated_country(parties):
    assert names("alle") == []


@pytest.mark.parametrize(
    ("word", "first_words"),
    [
        ("arbeiterpartei", ["labour", "party"]),
        ("sozialdemokratische", ["social", "democratic"]),
        ("kansallispuolue", ["national", "party"]),
        ("自由", ["liberal"]),
        ("merkel", []),
        ("patriarch", []),
        ("patria", ["homeland"]),
        ("partnervermittlung", []),
        ("labour", ["labour"]),
        ("green", ["green"]),
        ("alban", ["scottish"]),
        ("albanese", []),
        ("novak", []),
        ("", []),
    ],
)
def test_meanings_of_returns_the_parts_of_a_word(word, first_words):
    assert [meaning.words[0] for meaning in meanings_of(word)] == first_words


def test_meanings_of_a_region_has_its_country():
    assert meanings_of("szkocka") == [Term(("scottish",), frozenset({"gb"}))]
