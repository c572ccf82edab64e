"""Parties of leaders, as far as the page tells them for sure."""

import pytest

from graph.importers.factbook import memberships
from graph.importers.factbook.corrections import CHIEF
from graph.importers.factbook.leaders import Leaders
from graph.importers.factbook.parties import Parties
from graph.importers.factbook.persons import Persons


@pytest.fixture
def party(make_page):
    """The key of the party that a president is told to be in; None without."""

    def _party(parties, result, government_type="presidential republic"):
        page = make_page(
            "xx",
            "Nowhere",
            {
                "Government type": government_type,
                "Political parties": parties,
                "Executive branch": {CHIEF: "President Gabriel BORIC (since 2022)", "election results": result},
            },
        )
        found = list(memberships.records(page, Leaders(page, Persons("xx")).holdings, Parties(page)))
        return found[0].object if found else None

    return _party


def test_a_party_in_brackets_after_the_leaders_name_is_the_leaders_party(party):
    assert party("Movement for Change or MC", "2021: percent of vote - Gabriel BORIC (MC) 55.9%") == (
        "factbook:party:xx:movement for change mc"
    )


@pytest.mark.parametrize(
    ("parties", "result"),
    [
        ("Movement for Change or MC", "2021: percent of vote - Gabriel BORIC (independent) 55.9%"),
        ("Movement for Change or MC", "2021: percent of vote - Gabriel BORIC (LREM) 55.9%"),
        ("Movement for Change or MC", "2021: percent of vote - Jose KAST (MC) 44.1%"),
        ("Labour Party or MC<br>Movement for Change or MC", "2021: Gabriel BORIC (MC) 55.9%"),
        ("Dignity or AD (electoral coalition including PC and FA)", "2021: Gabriel BORIC (AD) 55.9%"),
    ],
)
def test_an_independent_an_unknown_party_two_of_one_acronym_or_an_alliance_is_no_party(party, parties, result):
    assert party(parties, result) is None


def test_the_president_of_a_parliamentary_republic_is_taken_to_have_left_the_party(party):
    assert party("Movement for Change or MC", "2021: Gabriel BORIC (MC)", "parliamentary republic") is None
