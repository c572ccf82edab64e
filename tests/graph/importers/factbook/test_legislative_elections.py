"""Elections of parliaments: whose, when, won by whom."""

import pytest

from graph.importers.factbook import chambers, legislative_elections
from graph.importers.factbook.legislative_elections import LAST, NEXT, NUMBER
from graph.importers.factbook.page import LEGISLATIVE, LOWER, UPPER
from graph.importers.factbook.parties import SEATS, Parties

BRITAIN = {
    LOWER: {
        "chamber name": "House of Commons",
        NUMBER: "650 (all directly elected)",
        LAST: "7/4/2024",
        NEXT: "July 2029",
        SEATS: "Labour Party (411); Conservative Party (121); Liberal Democrats (72); Other (46)",
    },
    UPPER: {"chamber name": "House of Lords", NUMBER: "800 (all appointed)"},
    "Political parties": "Conservative and Unionist Party <br>Labor (Labour) Party",
}


@pytest.fixture
def elect(make_page):
    def _elect(code, name, government):
        page = make_page(code, name, government)
        return list(legislative_elections.records(page, chambers.chambers(page), Parties(page)))

    return _elect


@pytest.fixture
def told(elect, entities):
    """(kind, date, status, winner) of each election."""
    return lambda *page: [
        tuple(election.details.get(field) for field in ("kind", "date", "status", "winner"))
        for election in entities(elect(*page), "election")
    ]


def of_one_chamber(code="xx", **fields):
    names = {"last": LAST, "following": NEXT, "seats": SEATS, "number": NUMBER}
    chamber = {"legislature name": "Parliament", NUMBER: "100 (all directly elected)"}
    return code, "Nowhere", {LEGISLATIVE: chamber | {names[name]: text for name, text in fields.items()}}


def of_two_chambers(code, lower, upper):
    return code, "Nowhere", {LOWER: {"chamber name": "House"} | lower, UPPER: {"chamber name": "Senate"} | upper}


def test_the_last_election_is_won_by_the_party_with_the_most_seats_and_the_next_is_scheduled(told):
    assert told("gb", "United Kingdom", BRITAIN) == [
        ("legislative", "2024-07-04", "held", "Labour Party"),
        ("legislative", "2029-07", "scheduled", None),
    ]


def test_an_election_fills_the_office_of_the_chambers_members(elect, relationships):
    filled = relationships(elect("gb", "United Kingdom", BRITAIN), "office_elected_in_election")

    assert {r.subject for r in filled} == {"factbook:office:gb:member of the lower chamber"}


def test_an_upper_chamber_elected_on_another_day_has_elections_of_its_own(told):
    lower = {NUMBER: "200 (all directly elected)", LAST: "10/3/2025 to 10/4/2025", NEXT: "October 2029"}
    upper = {NUMBER: "81 (all directly elected)", LAST: "9/20/2024 to 9/28/2024", NEXT: "September 2026"}

    assert [row[:2] for row in told(*of_two_chambers("cz", lower, upper))] == [
        ("legislative", "2025-10-03"),
        ("legislative", "2029-10"),
        ("upper-house", "2024-09-20"),
        ("upper-house", "2026-09"),
    ]


@pytest.mark.parametrize(
    ("number", "last"),
    [
        ("100 (all directly elected)", "11/5/2024"),
        ("60 (all indirectly elected)", "7/18/2023"),
        ("70 (26 indirectly elected; 44 appointed)", "7/18/2023"),
    ],
)
def test_an_upper_chamber_elected_with_the_lower_or_not_by_the_people_has_none(told, number, last):
    lower = {NUMBER: "435 (all directly elected)", LAST: "11/5/2024"}

    assert [row[0] for row in told(*of_two_chambers("us", lower, {NUMBER: number, LAST: last}))] == ["legislative"]


def test_senators_whom_councillors_choose_are_not_elected_by_the_people(told):
    lower = {NUMBER: "113 (all directly elected)", LAST: "4/29/2024"}
    upper = {NUMBER: "61 (41 directly elected; 20 appointed)", LAST: "2/15/2025"}

    assert [row[0] for row in told(*of_two_chambers("tg", lower, upper))] == ["legislative"]


def test_swapped_days_of_the_two_chambers_are_put_right(told):
    lower = {NUMBER: "577 (all directly elected)", LAST: "9/24/2023", NEXT: "June 2029"}
    upper = {NUMBER: "348 (all indirectly elected)", LAST: "6/30/2024 to 7/7/2024", NEXT: "September 2026"}

    assert [row[1] for row in told(*of_two_chambers("fr", lower, upper))] == ["2024-06-30", "2029-06"]


@pytest.mark.parametrize("number", ["45 (all appointed)", "71"])
def test_a_chamber_nobody_elects_has_no_elections(told, number):
    assert told(*of_one_chamber(number=number, last="1/20/2023", following="January 2028")) == []


def test_the_next_election_of_a_dissolved_chamber_is_told(told):
    assert told("bd", "Bangladesh", {LEGISLATIVE: {NEXT: "February 2026"}}) == [
        ("legislative", "2026-02", "scheduled", None)
    ]


def test_a_day_counted_by_a_spreadsheet_is_a_day(told):
    assert told(*of_one_chamber("zm", last="44420")) == [("legislative", "2021-08-12", "held", None)]


@pytest.mark.parametrize(
    "seats",
    [
        "Law Party (75); Order Party (75); Other (10)",
        "Law Party (75); Independents (101)",
        "N/A; note - the National Council is not party-based",
    ],
)
def test_without_one_largest_party_nobody_won(told, seats):
    assert told(*of_one_chamber(last="2/8/2024", seats=seats)) == [("legislative", "2024-02-08", "held", None)]


def test_many_small_parties_together_did_not_win(told):
    [election] = told(*of_one_chamber(last="2/8/2024", seats="Union (PU) (69); Action (AA) (35); Other (131)"))

    assert election[3] == "Union"


@pytest.mark.parametrize("code", ["kg", "vc"])
def test_results_of_the_election_before_are_not_told_of_the_last(told, code):
    [election] = told(*of_one_chamber(code, last="11/27/2025", seats="United Labour Party (ULP) (9); NDP (6)"))

    assert election[3] is None


def test_a_next_election_that_is_not_after_the_last_is_refused(elect):
    *_, refusal = elect(*of_one_chamber("to", last="11/20/2025", following="November 2025"))

    assert refusal.reason == "the next election, 'November 2025', is not after the last, 2025-11-20"
