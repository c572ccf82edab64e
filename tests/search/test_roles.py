"""Test queries for offices, institutions and elections in any language."""

import pytest

from search.countries import country_names
from search.index import index_state
from search.roles import ABSENT, ROLES, understand
from tests.search.searching import names

pytestmark = pytest.mark.usefixtures("world")


def understood(text):
    return understand(text, country_names(index_state().version))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("presidente de francia", "President of France"),
        ("président de la france", "President of France"),
        ("chancelier allemand", "Chancellor of Germany"),
        ("bundeskanzler", "Chancellor of Germany"),
        ("президент Франции", "President of France"),
        ("канцлер Германии", "Chancellor of Germany"),
        ("法国总统", "President of France"),
        ("フランスの大統領", "President of France"),
        ("프랑스 대통령", "President of France"),
        ("who governs germany", "Chancellor of Germany"),
        ("leader of germany", "Chancellor of Germany"),
        ("leader of france", "President of France"),
        ("ex-president of france", "President of France"),
        ("elecciones reino unido 2019", "United Kingdom 2019 legislative election"),
    ],
)
def test_find_entities_understands_roles_in_other_languages(text, first):
    assert names(text)[0] == first


@pytest.mark.parametrize(
    "text",
    ["finance minister", "foreign minister france", "mayor of paris", "opposition leader germany", "außenministerin"],
)
def test_find_entities_returns_nothing_for_roles_that_the_graph_does_not_hold(text):
    assert names(text) == []


@pytest.mark.parametrize("text", ["finance minister macron emmanuel", "президент Макрон", "канцлер Меркель"])
def test_find_entities_finds_the_person_with_a_role(text):
    assert names(text)[0] in ("Emmanuel Macron", "Angela Merkel")


def test_understand_returns_the_words_that_are_no_role():
    assert understood("президент Зеленский").rest == "zelenskii"
    assert understood("zelensky").rest == ""


def test_understand_needs_a_country_or_a_year():
    assert understood("presidente").texts == ()


@pytest.mark.parametrize(
    ("text", "english"), [("大統領", "president"), ("ראש הממשלה", "prime minister"), ("ministers", "cabinet")]
)
def test_understand_needs_no_country_for_a_title_that_is_no_name(text, english):
    assert {text.strip() for text in understood(text).texts} == {english}


def test_find_entities_finds_offices_of_all_countries_by_a_title_in_another_script():
    found = names("大統領")
    assert found
    assert all(name.startswith("President of") for name in found)


def test_understand_keeps_words_of_other_scripts_apart():
    """The Russian word "мэр" means mayor, an office that the graph does not have. In Latin letters, it is "mer", but
    the query "angela mer" does not mean a mayor, because "mer" can be the beginning of "Merkel"."""
    assert not understood("angela mer").is_absent
    assert understood("мэр").is_absent


def test_roles_that_the_graph_does_not_hold_have_no_kind():
    assert all(bool(row["kind"]) == (row["english"] != ABSENT) for row in ROLES)
