"""Parties by the name that another language has for them."""

import pytest

from search.countries import country_forms
from search.index import refresh, state
from search.party_words import Meaning, in_english
from search.pipeline import find_entities
from tests.factories import CountryFactory, OtherNameFactory, PartyFactory


@pytest.fixture
def search(db, today):
    for code, name in (
        ("au", "Australia"),
        ("gb", "United Kingdom"),
        ("nz", "New Zealand"),
        ("pk", "Pakistan"),
        ("pl", "Poland"),
        ("al", "Albania"),
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
    CountryFactory(country_code="de", name="Germany")
    party = PartyFactory(name="Polish Labour Party", country_code="pl")
    OtherNameFactory(entity=party, name="Polska Partia Pracy", kind="native")
    refresh()
    return lambda text: [hit.candidate.names[0][2] for hit in find_entities(text, country_forms(state().version)).hits]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Partido Laborista australiano", "Australian Labor Party"),
        ("Parti travailliste australien", "Australian Labor Party"),
        ("澳大利亚自由党", "Liberal Party of Australia"),
        ("Либеральная партия Австралии", "Liberal Party of Australia"),
        ("Szkocka Partia Pracy", "Labour Party"),
        ("Eskoziako Alderdi Nazionala", "Scottish National Party"),
        ("Pakistanische Volkspartei", "Pakistan Peoples Party"),
        ("Partai Rakyat Pakistan", "Pakistan Peoples Party"),
        ("Arbeiterpartei Neuseeland", "New Zealand Labour Party"),
        ("Partito comunista tedesco", "Communist Party of Germany"),
        ("Polska Partia Pracy", "Polish Labour Party"),
        ("Partito socialista albanese", "Socialist Party"),
    ],
)
def test_a_party_is_found_first_by_its_name_in_another_language(search, text, name):
    assert search(text)[:1] == [name]


def test_english_words_need_no_translation(search):
    assert search("liberal party xylo")[:1] == ["Liberal Party of Australia"]


def test_what_may_be_something_else_is_no_party(search):
    assert search("assemblea socialista albanese") != ["Socialist Party"]


@pytest.mark.parametrize("text", ["自由'党澳大利亚", "自由 （党） 澳大利亚", "自由_党·澳大利亚", "自由党\\澳大利亚"])
def test_signs_between_han_letters_say_nothing(search, text):
    assert search(text)[:1] == ["Liberal Party of Australia"]


@pytest.mark.parametrize(
    ("text", "country"),
    [("Niemcy", "Germany"), ("Allemagne", "Germany"), ("Großbritannien", "United Kingdom"), ("Polonia", "Poland")],
)
def test_a_country_is_found_by_its_name_in_another_language(search, text, country):
    assert search(text)[:1] == [country]


def test_the_beginning_of_a_country_in_another_language_says_nothing(search):
    assert search("alle") == []


@pytest.mark.parametrize(
    ("word", "first_words"),
    [
        ("arbeiterpartei", ["labour", "party"]),
        ("sozialdemokratische", ["social", "democratic"]),
        ("kansallispuolue", ["national", "party"]),
        ("自由", ["liberal"]),
        ("merkel", []),
        ("partnervermittlung", []),
        ("labour", ["labour"]),
        ("green", ["green"]),
        ("alban", ["scottish"]),
        ("albanese", []),
        ("novak", []),
        ("", []),
    ],
)
def test_a_word_is_the_sum_of_its_parts(word, first_words):
    assert [meaning.words[0] for meaning in in_english(word)] == first_words


def test_a_region_is_told_with_its_country():
    assert in_english("szkocka") == [Meaning(("scottish", "scotland"), "gb")]
