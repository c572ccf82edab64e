"""Legislatures, chambers and the office of their members."""

import pytest

from graph.importers.factbook import chambers
from graph.importers.factbook.page import LEGISLATIVE, LOWER, UPPER

FRANCE = {
    LEGISLATIVE: {"legislature name": "Parliament (Parlement)", "legislative structure": "bicameral"},
    LOWER: {
        "chamber name": "National Assembly (Assembl&eacute;e nationale)",
        "number of seats": "577 (all directly elected)",
        "term in office": "5 years",
    },
    UPPER: {
        "chamber name": "Senate (S&eacute;nat)",
        "number of seats": "348 (all indirectly elected)",
        "term in office": "0 years",
    },
}


@pytest.fixture
def legislature(make_page):
    def _legislature(code="fr", name="France", government=None):
        page = make_page(code, name, FRANCE if government is None else government)
        return [record for chamber in chambers.chambers(page) for record in chambers.records(chamber)]

    return _legislature


@pytest.fixture
def institutions(legislature, entities):
    return lambda *page: {
        entity.details["institution_type"]: entity for entity in entities(legislature(*page), "institution")
    }


def test_a_legislature_of_two_chambers_is_three_institutions_with_seats_in_the_chambers(institutions):
    found = institutions()

    assert {kind: (entity.name, entity.details.get("seats")) for kind, entity in found.items()} == {
        "lower chamber": ("National Assembly", 577),
        "upper chamber": ("Senate", 348),
        "legislature": ("Parliament", None),
    }


def test_seats_that_the_page_tells_wrongly_are_put_right_in_the_lower_chamber_alone(institutions):
    found = institutions("mt", "Malta", FRANCE)

    assert [found[kind].details["seats"] for kind in ("lower chamber", "upper chamber")] == [79, 348]


def test_a_lower_chamber_is_told_before_the_legislature_so_that_it_is_not_taken_for_that(institutions):
    assert list(institutions()) == ["lower chamber", "upper chamber", "legislature"]


def test_the_native_name_is_another_name(institutions):
    [native] = institutions()["upper chamber"].other_names

    assert (native.name, native.kind) == ("Sénat", "native")


def test_members_of_each_chamber_hold_an_office_that_it_contains(legislature, entities, relationships):
    records = legislature()

    offices = {office.name: office for office in entities(records, "office")}
    assert list(offices) == ["Member of the National Assembly of France", "Member of the Senate of France"]
    member = offices["Member of the National Assembly of France"]
    assert member.details == {"office_type": "legislator", "term_length": 5}
    assert member.evidence == {"institution": "factbook:institution:fr:lower chamber"}
    assert ("factbook:institution:fr:lower chamber", member.key) in [
        (r.subject, r.object) for r in relationships(records, "institution_contains_office")
    ]


def test_a_term_of_no_years_is_unknown(legislature, entities):
    senators = entities(legislature(), "office")[1]

    assert "term_length" not in senators.details


def test_the_only_chamber_is_the_legislature_under_the_chambers_name(legislature, entities):
    government = {
        LEGISLATIVE: {
            "legislature name": "Parliament",
            "chamber name": "National Assembly",
            "legislative structure": "unicameral",
            "number of seats": "69 (61 directly elected; 6 indirectly elected)",
        }
    }

    records = legislature("bw", "Botswana", government)

    [assembly] = entities(records, "institution")
    assert (assembly.name, assembly.details) == ("National Assembly", {"institution_type": "legislature", "seats": 69})
    assert [name.name for name in assembly.other_names] == ["Parliament"]
    assert [office.name for office in entities(records, "office")] == ["Member of the National Assembly of Botswana"]


@pytest.mark.parametrize(
    ("text", "name", "natives"),
    [
        ("Parlement (Parliament)", "Parliament", ["Parlement"]),
        ("Parlement de Barbade (Parliament of Barbados)", "Parliament of Barbados", []),
        ("Parliament of Canada - Parlement du Canada", "Parliament of Canada", ["Parlement du Canada"]),
        ("Federal Assembly (Bundesversammlung - Assemblée fédérale)", "Federal Assembly",
         ["Bundesversammlung", "Assemblée fédérale"]),
        ("German Bundestag (Deutscher Bundestag)", "Bundestag", ["Deutscher Bundestag"]),
        ("Grand National Assembly of Türkiye (Türkiye Büyük Millet Meclisi (T.B.M.M))",
         "Grand National Assembly of Türkiye", ["Türkiye Büyük Millet Meclisi"]),
    ],
)  # fmt: skip
def test_names_stand_in_english_with_the_native_ones_beside(institutions, text, name, natives):
    legislature = institutions("xx", "Nowhere", {LEGISLATIVE: {"legislature name": text}})["legislature"]

    assert legislature.name == name
    assert [other.name for other in legislature.other_names] == natives


def test_a_chamber_named_after_its_country_does_not_name_it_twice(legislature, entities):
    government = {LEGISLATIVE: {"legislature name": "Grand National Assembly of Türkiye"}}

    [office] = entities(legislature("tr", "Türkiye", government), "office")

    assert office.name == "Member of the Grand National Assembly of Türkiye"


def test_a_dissolved_legislature_without_a_name_is_none(legislature):
    assert legislature("af", "Afghanistan", {LEGISLATIVE: "note: the National Assembly was dissolved"}) == []
