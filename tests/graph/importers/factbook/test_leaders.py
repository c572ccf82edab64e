"""Leaders: offices, who holds them since when, and in which role."""

import pytest

from graph.importers.factbook.corrections import CHIEF, HEAD
from graph.importers.factbook.leaders import Leaders
from graph.importers.factbook.persons import Persons
from graph.importers.records import RejectedRecord
from graph.kinds import OfficeType

CABINET = "factbook:institution:fr:cabinet"


@pytest.fixture
def lead(make_page):
    """The records of a country's leaders: chief of state and head of government as the Factbook tells them."""

    def _lead(code, name, chief, head="", process=""):
        executive = {CHIEF: chief, HEAD: head, "election/appointment process": process}
        page = make_page(code, name, {"Executive branch": executive})
        return list(Leaders(page, Persons(code)).records(CABINET))

    return _lead


@pytest.fixture
def offices(entities):
    return lambda records: {office.name: office for office in entities(records, "office")}


@pytest.fixture
def holders(relationships):
    """(person's key, office's key, role, start, end) of each holding."""
    return lambda records: [
        (r.subject, r.object, r.role, r.start_date, r.end_date)
        for r in relationships(records, "politician_holds_office")
    ]


def test_a_president_and_a_prime_minister_hold_two_offices(lead, offices, holders):
    records = lead(
        "al",
        "Albania",
        "President Bajram BEGAJ (since 24 July 2022)",
        "Prime Minister Edi RAMA (since 10 September 2013)",
    )

    assert offices(records)["President of Albania"].details["office_type"] == OfficeType.HEAD_OF_STATE
    assert offices(records)["Prime Minister of Albania"].details["office_type"] == OfficeType.HEAD_OF_GOVERNMENT
    assert holders(records) == [
        ("factbook:person:al:bajram begaj", "factbook:office:al:president", "", "2022-07-24", ""),
        ("factbook:person:al:edi rama", "factbook:office:al:prime minister", "", "2013-09-10", ""),
    ]


def test_an_office_of_both_state_and_government_is_held_once_from_the_earlier_day(lead, offices, holders):
    records = lead(
        "tr",
        "Türkiye",
        "President Recep Tayyip ERDOGAN (since 28 August 2014)",
        "President Recep Tayyip ERDOGAN (since 9 July 2018)",
    )

    [(name, office)] = offices(records).items()
    assert (name, office.details["office_type"]) == ("President of Türkiye", OfficeType.HEAD_OF_STATE_AND_GOVERNMENT)
    assert [holding[3] for holding in holders(records)] == ["2014-08-28"]


def test_a_king_is_called_monarch_of_the_country_and_represented_by_a_governor_general(lead, offices, holders):
    records = lead(
        "bs",
        "Bahamas",
        "King CHARLES III (since 8 September 2022); represented by Governor-General Cynthia A. PRATT "
        "(since 1 September 2023)",
    )

    assert list(offices(records)) == ["Monarch of the Bahamas", "Governor-General of the Bahamas"]
    assert offices(records)["Governor-General of the Bahamas"].details["office_type"] == OfficeType.REPRESENTATIVE
    assert holders(records)[0][0] == "factbook:person:gb:charles iii"


def test_a_king_is_also_called_by_his_title_and_his_own_country_comes_first(make_page, relationships):
    text = {"Executive branch": {CHIEF: "King CHARLES III (since 8 September 2022)"}}
    abroad, home = Persons("ca"), Persons("gb")

    [far] = relationships(Leaders(make_page("ca", "Canada", text), abroad).records(""), "politician_holds_office")
    [near] = relationships(
        Leaders(make_page("gb", "United Kingdom", text), home).records(""), "politician_holds_office"
    )

    [king] = home
    assert "King Charles III" in [name.name for name in king.record().other_names]
    assert near.position < far.position


@pytest.mark.parametrize(
    ("code", "name", "chief", "office"),
    [
        ("jp", "Japan", "Emperor NARUHITO (since 1 May 2019)", "Emperor of Japan"),
        ("qa", "Qatar", "Amir TAMIM bin Hamad Al Thani (since 25 June 2013)", "Emir of Qatar"),
        ("lu", "Luxembourg", "Grand Duke GUILLAUME (since 3 October 2025)", "Grand Duke of Luxembourg"),
        ("va", "Vatican City", "Pope LEO XIV (since 8 May 2025)", "Sovereign of Vatican City"),
        ("om", "Oman", "Sultan and Prime Minister HAITHAM bin Tarik Al Said (since 11 January 2020)", "Sultan of Oman"),
        ("ly", "Libya", "President, Presidential Council, Mohammed al-MANFI (since 5 February 2021)",
         "President of the Presidential Council of Libya"),
    ],
)  # fmt: skip
def test_special_titles_stay(lead, offices, code, name, chief, office):
    assert office in offices(lead(code, name, chief))


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Interim Prime Minister Muhammad YUNUS (since 8 August 2024)", "interim"),
        ("Caretaker Prime Minister Dick SCHOOF (since 3 June 2025)", "caretaker"),
        ("Transition Prime Minister Abdoulaye MAIGA (since 22 November 2024)", "transitional"),
        ("Acting Prime Minister Jane DOE (since 1 May 2024)", "acting"),
    ],
)
def test_who_holds_an_office_for_a_while_holds_the_same_office_in_a_role(lead, offices, holders, text, role):
    records = lead("bd", "Bangladesh", "", text)

    assert list(offices(records)) == ["Prime Minister of Bangladesh"]
    assert [holding[2] for holding in holders(records)] == [role]


def test_a_vacant_office_has_no_holder(lead, offices, holders):
    records = lead("ht", "Haiti", "President (vacant)")

    assert list(offices(records)) == ["President of Haiti"]
    assert holders(records) == []


def test_two_captains_regent_hold_one_office_for_a_known_time(lead, offices, holders):
    records = lead("sm", "San Marino", "co-chiefs of state Captains Regent Matteo ROSSI and Lorenzo BUGLI (for …)")

    assert list(offices(records)) == ["Captain Regent of San Marino"]
    assert [holding[3:] for holding in holders(records)] == [("2025-10-01", "2026-03-31")] * 2


def test_a_presidency_of_three_is_one_office_held_by_three_beside_the_chair(lead, holders):
    records = lead("ba", "Bosnia and Herzegovina", "Chairperson of the Presidency Zeljko KOMSIC (chairperson since …)")

    members = [holding for holding in holders(records) if holding[1].endswith("member of the presidency")]
    assert len(members) == 3
    assert len(holders(records)) == 4


def test_a_deputy_in_the_place_of_the_head_of_government_is_a_deputy(lead, offices):
    records = lead(
        "gm",
        "Gambia",
        "President Adama BARROW (since 19 January 2022)",
        "Vice President Mohammed JALLOW (since 23 February 2024)",
    )

    types = {name: office.details["office_type"] for name, office in offices(records).items()}
    assert types == {
        "President of the Gambia": OfficeType.HEAD_OF_STATE_AND_GOVERNMENT,
        "Vice President of the Gambia": OfficeType.DEPUTY,
    }


@pytest.mark.parametrize(
    ("code", "name", "head", "start"),
    [
        ("ro", "Romania", "Prime Minister Ilie BOLOJAN (since 23 June 2005)", "2025-06-23"),
        ("fr", "France", "Sébastien LECORNU (since 10 September 2025)", "2025-09-10"),
    ],
)
def test_slips_of_the_source_are_put_right(lead, holders, code, name, head, start):
    [holding] = holders(lead(code, name, "", head))

    assert holding[3] == start


def test_a_remark_about_a_title_is_no_holder(lead, holders):
    head = (
        "Prime Minister Giorgia MELONI (since 22 October 2022); the prime minister's official title is President of "
        "the Council of Ministers"
    )

    assert len(holders(lead("it", "Italy", "", head))) == 1


def test_a_title_that_nobody_knows_is_refused(lead):
    [refusal] = lead("xx", "Nowhere", "Grand Poobah John DOE (since 2020)")

    assert isinstance(refusal, RejectedRecord)
    assert "Grand Poobah" in refusal.reason
    assert refusal.line.endswith("Executive branch/chief of state")


@pytest.mark.parametrize(
    ("code", "process", "years"),
    [
        ("fr", "president directly elected in 2 rounds, if needed, for a 5-year term (eligible for a second term)", 5),
        ("kg", "president directly elected for a five-year term", 5),
        ("cf", "current president was directly elected for 5-year term; referendum instituted 7-year terms", 7),
        ("gb", "the monarchy is hereditary; prime minister elected for a 5-year term", None),
        ("ml", "formerly, the president was directly elected for a 5-year term", None),
    ],
)
def test_a_presidents_term_is_told_where_the_text_is_about_presidents(lead, offices, code, process, years):
    records = lead(code, "France", "President Jane DOE (since 2020)", process=process)

    assert offices(records)["President of France"].details.get("term_length") == years


def test_the_cabinet_contains_the_head_of_government(lead, relationships):
    records = lead("al", "Albania", "President Bajram BEGAJ (since 2022)", "Prime Minister Edi RAMA (since 2013)")

    [contains] = relationships(records, "institution_contains_office")
    assert (contains.subject, contains.object) == (CABINET, "factbook:office:al:prime minister")
