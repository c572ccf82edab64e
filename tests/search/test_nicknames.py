"""Test short forms and nicknames of entities, and variants of given names."""

import pytest

from search.index import refresh
from search.vocabulary import NICKNAMES, SAME_GIVEN_NAMES
from tests.factories import PartyFactory, PoliticianFactory
from tests.search.searching import names

pytestmark = pytest.mark.usefixtures("world")


@pytest.fixture
def biden():
    PoliticianFactory(name="Joe Biden", slug="joe-biden", country_code="us")
    PoliticianFactory(name="Alexandria Ocasio-Cortez", slug="alexandria-ocasio-cortez", country_code="us")
    refresh()


@pytest.mark.parametrize(
    ("text", "first"),
    [("AOC", "Alexandria Ocasio-Cortez"), ("バイデン", "Joe Biden"), ("joseph biden", "Joe Biden")],
)
def test_find_entities_knows_nicknames(biden, text, first):
    assert names(text)[0] == first


def test_find_entities_knows_what_a_party_wants():
    PartyFactory(name="UK Independence Party", country_code="gb")
    PartyFactory(name="Scottish National Party", slug="scottish-national-party-gb", country_code="gb")
    refresh()

    assert names("scottish independence")[0] == "Scottish National Party"


def test_nicknames_in_another_script_do_not_apply_to_latin_queries(biden):
    assert names("baiden tu") == []


def test_given_names_are_forms_of_each_other():
    assert "vladimir" in SAME_GIVEN_NAMES["volodymyr"]
    assert all(name not in others for name, others in SAME_GIVEN_NAMES.items())


def test_nicknames_are_given_once():
    assert all(len(set(found)) == len(found) for found in NICKNAMES.values())
