"""Parties: names, acronyms and other names; each party once."""

import pytest

from graph.importers.factbook import party_names, seats
from graph.importers.factbook.page import LOWER
from graph.importers.factbook.parties import SEATS, Parties


@pytest.fixture
def parties(make_page):
    def _parties(names, seated="", code="xx", name="Nowhere"):
        return Parties(make_page(code, name, {"Political parties": names, LOWER: {SEATS: seated}}))

    return _parties


@pytest.fixture
def listed(parties, entities):
    """Name and other names of each party."""
    return lambda *page: {
        party.name: [(other.name, other.kind) for other in party.other_names]
        for party in entities(list(parties(*page).records()))
    }


@pytest.mark.parametrize(
    ("line", "name", "others"),
    [
        ("Democratic Movement or MoDem", "Democratic Movement", [("MoDem", "acronym")]),
        ("National Rally or RN (formerly National Front or FN)", "National Rally",
         [("RN", "acronym"), ("National Front", "former"), ("FN", "former")]),
        ("Alliance Party or APNI (Northern Ireland)", "Alliance Party", [("APNI", "acronym")]),
        ("Katter's Australian Party (KAP)", "Katter's Australian Party", [("KAP", "acronym")]),
        ("Ensemble or ENS (electoral coalition including RE, MoDem, PRV)", "Ensemble", [("ENS", "acronym")]),
        ("Left Party (Vansterpartiet) or V", "Left Party", [("V", "acronym"), ("Vansterpartiet", "native")]),
        ("Consenso Federal (Federal Consensus) or CF", "Consenso Federal",
         [("CF", "acronym"), ("Federal Consensus", "alias")]),
        ("Vooruit or Forward (formerly Social Progressive Alternative or SP.A)", "Vooruit",
         [("Forward", "alias"), ("Social Progressive Alternative", "former"), ("SP.A", "former")]),
        ("Homeland Movement or DP (also known as Miroslav Škoro Homeland Movement or DPMS)", "Homeland Movement",
         [("DP", "acronym"), ("Miroslav Škoro Homeland Movement", "alias"), ("DPMS", "acronym")]),
        ("AND (National Alliance for Democracy)", "National Alliance for Democracy", [("AND", "acronym")]),
        ("Movement of Social Democrats EDEK", "Movement of Social Democrats", [("EDEK", "acronym")]),
        ("Popular Front for Democracy of PFD", "Popular Front for Democracy", [("PFD", "acronym")]),
        ("Communist Party of Nepal (Unified Socialist) or CPN-US", "Communist Party of Nepal (Unified Socialist)",
         [("CPN-US", "acronym")]),
        ("Labor (Labour) Party", "Labour Party", []),
    ],
)  # fmt: skip
def test_a_line_is_a_name_with_acronyms_and_other_names(line, name, others):
    found = party_names.parse(line, "xx")

    assert (found.name, list(found.others)) == (name, others)


def test_labor_is_labour_save_where_parties_write_it_so():
    assert party_names.parse("Jamaica Labor Party or JLP", "jm").name == "Jamaica Labour Party"
    assert party_names.parse("Australian Labor Party or ALP", "au").name == "Australian Labor Party"


@pytest.mark.parametrize(
    "markup",
    [
        "none",
        "political parties are banned",
        "<strong>note: </strong>political parties are banned; all candidates run as independents",
        "Nauru does not have formal political parties; alliances are often formed",
        "<strong>major parties:</strong> <br>there are 13 additional active political parties in Singapore",
        "Independent",
    ],
)
def test_sentences_headings_and_independents_are_no_parties(parties, markup):
    assert list(parties(markup).records()) == []


def test_a_person_in_square_brackets_goes_and_parts_two_parties(listed):
    markup = "Botswana National Front or BNF [Duma BOKO]Botswana Patriotic Front or BPF"

    assert list(listed(markup)) == ["Botswana National Front", "Botswana Patriotic Front"]


def test_a_party_operates_in_its_country(parties, relationships):
    [operates] = relationships(list(parties("Holos", code="ua").records()))

    assert (operates.type, operates.object) == ("party_operates_in_country", "country:ua")


def test_a_party_named_with_its_seats_is_the_one_of_the_list(listed):
    names = "Conservative and Unionist Party<br>Alliance of Liberals or ADR<br>Fatherland Union or VU"
    seated = "Conservative Party (121); Alternative Liberals (ADR) (5); Patriotic Union (VU) (10)"

    assert listed(names, seated) == {
        "Conservative and Unionist Party": [("Conservative Party", "alias")],
        "Alliance of Liberals": [("ADR", "acronym"), ("Alternative Liberals", "alias")],
        "Fatherland Union": [("VU", "acronym"), ("Patriotic Union", "alias")],
    }


def test_a_party_that_only_the_seats_name_is_added(listed):
    assert list(listed("New Democracy or ND", "New Democracy (ND) (158); Spartans (12)")) == [
        "New Democracy",
        "Spartans",
    ]


def test_independents_others_and_joint_lists_are_not_added(listed):
    seated = (
        "Independents (12); Other (46); Crossover (Independents) 180; We Continue the Change - Democratic Bulgaria (36)"
        "; HDZ BiH, HSS, HSP BiH (4); (1)"
    )

    assert listed("", seated) == {}


def test_two_parties_of_one_name_and_other_acronyms_stay_two(listed, parties, entities):
    names = (
        "Democratic Party or DIKO<br><strong>area administered by Turkish Cypriots:</strong><br>Democratic Party or DP"
    )

    keys = {party.key for party in entities(list(parties(names).records()))}

    assert len(keys) == 2


def test_of_two_parties_of_one_name_the_seats_mean_the_one_with_the_acronym(parties):
    found = parties("Democratic Party or DIKO<br>Democratic Party or DP", "Democratic Party (DIKO) (9)")

    assert found.seated("Democratic Party (DIKO)").acronyms == {"diko"}
    assert found.seated("Democratic Party") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Smer - Social Democracy (SMER)", "Direction - Social Democracy"),
        ("Green Left - Labour Party (PvdA)", None),
        ("Social Democrats (SD) - Labour Party (PvdA)", None),
    ],
)
def test_one_acronym_is_that_of_a_whole_list_unless_it_is_known_to_be_joint(parties, text, expected):
    found = parties("Direction - Social Democracy or SMER<br>Labour Party or PvdA").seated(text)

    assert (found and found.name) == expected


def test_a_name_of_the_seats_with_its_accents_is_shown(listed):
    assert listed("Fianna Fail", "Fianna Fáil (48)") == {"Fianna Fáil": []}


def test_a_party_is_found_by_name_or_acronym_unless_two_bear_it(parties):
    found = parties("Labour Party or LP<br>Liberal Party or LP<br>Renaissance or RE")

    assert found.called("RE").name == "Renaissance"
    assert found.called("LP") is None
    assert found.called("LREM") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Labour Party (411); Conservative Party (121); Other (46)",
         [("Labour Party", 411), ("Conservative Party", 121)]),
        ("Kuomintang (KMT) 52, Taiwan People's Party (TPP) 8, independent 2",
         [("Kuomintang (KMT)", 52), ("Taiwan People's Party (TPP)", 8)]),
        ("N/A; note - the council is not party-based", []),
    ],
)  # fmt: skip
def test_seats_are_read_with_semicolons_or_commas(text, expected):
    assert seats.seats(text) == expected
