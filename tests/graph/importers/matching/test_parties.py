import pytest

from graph.importers.matching.nodes import Fact, Node, PartyIndex
from graph.kinds import Kind


def party(name, *names, country="tr", acronyms=(), wikidata="", last_year=None):
    return Node(
        kind=Kind.PARTY,
        country_code=country,
        facts={"name": Fact(name, "s", 1)},
        other_names={(other, ""): "alias" for other in names} | {(acronym, ""): "acronym" for acronym in acronyms},
        identifiers={("wikidata", wikidata)} if wikidata else set(),
        last_year=last_year,
    )


@pytest.mark.parametrize(
    ("known", "imported"),
    [
        (party("Arab Unity", wikidata="Q1"), party("Labour", wikidata="Q1")),
        (party("Motherland Party", "Anavatan Partisi"), party("Anavatan partisi")),
        (party("Sinn Féin"), party("Sinn Fein")),
        (party("Motherland Party", "Anavatan Partisi"), party("ANAP", "Anavatan Partisi")),
        (party("Whig Party", last_year=1856), party("Whig Party")),
    ],
    ids=["Wikidata", "another name", "folded name", "another name of both", "name of a dissolved party"],
)
def test_match_finds_the_same_party(known, imported):
    assert PartyIndex([party("Another Party"), known]).match(imported) is known


@pytest.mark.parametrize(
    ("known", "imported"),
    [
        (party("Labour Party", country="gb"), party("Labour Party", country="ie")),
        (party("Colombia First", acronyms=["PC"]), party("Conservative Party", acronyms=["PC"])),
    ],
    ids=["another country", "acronym alone"],
)
def test_match_is_none_for_another_party(known, imported):
    assert PartyIndex([known]).match(imported) is None


def test_match_prefers_the_active_one_of_two_namesakes():
    historical, active = party("Progressive Party", last_year=1919), party("Progressive Party")

    assert PartyIndex([historical, active]).match(party("Progressive Party")) is active


def test_match_is_none_for_two_active_parties_of_the_name():
    assert PartyIndex([party("Centre Party"), party("Centre Party")]).match(party("Centre Party")) is None


def test_match_separates_namesakes_by_their_acronyms():
    turkish, greek = party("Democratic Party", acronyms=["DP"]), party("Democratic Party", acronyms=["DIKO"])

    assert PartyIndex([turkish, greek]).match(party("Democratic Party", acronyms=["DIKO"])) is greek


def test_match_separates_namesakes_by_wikidata():
    first, second = party("Democratic Party", wikidata="Q1"), party("Democratic Party", wikidata="Q2")

    assert PartyIndex([first, second]).match(party("Democratic Party", wikidata="Q2")) is second


def test_match_prefers_a_display_name_to_an_alias():
    forerunner, left = party("Party of Democratic Socialism", "The Left"), party("The Left")

    assert PartyIndex([forerunner, left]).match(party("The Left")) is left


def test_match_does_not_take_a_dissolved_namesake_for_a_party_that_has_the_name_as_alias():
    dissolved, active = party("The Left", last_year=1946), party("Socialists", "The Left")

    assert PartyIndex([dissolved, active]).match(party("The Left")) is active
