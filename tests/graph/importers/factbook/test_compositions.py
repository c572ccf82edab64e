"""Compositions of chambers out of lists of seats: since when, which party has how many; lists of no use."""

import pytest

from graph.importers.factbook import chambers, compositions
from graph.importers.factbook.compositions import SCOPE
from graph.importers.factbook.legislative_elections import LAST, NUMBER
from graph.importers.factbook.page import LEGISLATIVE, LOWER, UPPER
from graph.importers.factbook.parties import SEATS, Parties
from graph.importers.records import CompositionRecord, RejectedRecord

ALL_ELECTED, INDIRECTLY = "100 (all directly elected)", "100 (all indirectly elected)"
LISTED = "Labour Party (60); Liberal Party (30); Independents (10)"


@pytest.fixture
def compose(make_page):
    """The compositions and rejected of a page."""

    def _compose(code, government):
        page = make_page(code, "Nowhere", government)
        return list(compositions.records(chambers.chambers(page), Parties(page)))

    return _compose


@pytest.fixture
def composed(compose):
    """The composition of a country with one chamber."""

    def _composed(seats=LISTED, parties="", code="xx", **fields):
        [composition] = compose(code, of_one_chamber(seats, parties, **fields))
        assert isinstance(composition, CompositionRecord)
        return composition

    return _composed


@pytest.fixture
def shares(composed):
    """(name, seats, last word of the party's key) of each share."""
    return lambda *args, **fields: [
        (share.name, share.seats, share.party.rpartition(":")[2]) for share in composed(*args, **fields).shares
    ]


def of_one_chamber(seats, parties="", number=ALL_ELECTED, last="7/4/2024", scope="full renewal"):
    chamber = {"legislature name": "Parliament", NUMBER: number, LAST: last, SCOPE: scope, SEATS: seats}
    return {LEGISLATIVE: chamber, "Political parties": parties}


def of_two_chambers(lower_day, upper_day, upper_number=ALL_ELECTED):
    lower = {"chamber name": "House", NUMBER: ALL_ELECTED, LAST: lower_day, SEATS: LISTED}
    return {
        LOWER: lower,
        UPPER: lower | {"chamber name": "Senate", NUMBER: upper_number, LAST: upper_day},
        "Political parties": "Labour Party<br>Liberal Party",
    }


def test_a_list_of_seats_is_how_the_chamber_stands_since_its_last_election(composed):
    composition = composed()

    assert (composition.institution, composition.election, composition.start_date, composition.total) == (
        "factbook:institution:xx:legislature",
        "factbook:election:xx:legislative:2024-07-04",
        "2024-07-04",
        100,
    )
    assert composition.line.endswith("Legislative branch/parties elected and seats per party")


@pytest.mark.parametrize(
    ("upper_day", "number", "election", "start"),
    [
        ("7/4/2024", ALL_ELECTED, "legislative:2024-07-04", "2024-07-04"),
        ("9/20/2023", ALL_ELECTED, "upper-house:2023-09-20", "2023-09-20"),
        ("9/20/2023", INDIRECTLY, "", "2023-09-20"),
        ("", INDIRECTLY, "", ""),
    ],
    ids=["same day", "another day", "not by the people", "no day"],
)
def test_an_upper_chamber_stands_so_since_its_own_renewal(compose, upper_day, number, election, start):
    lower, upper = compose("xx", of_two_chambers("7/4/2024", upper_day, number))

    assert lower.election == "factbook:election:xx:legislative:2024-07-04"
    assert upper.institution == "factbook:institution:xx:upper chamber"
    assert (upper.election.removeprefix("factbook:election:xx:"), upper.start_date) == (election, start)


def test_swapped_days_of_the_two_chambers_are_put_right(compose):
    lower, upper = compose("fr", of_two_chambers("9/24/2023", "7/4/2024", INDIRECTLY))

    assert (lower.start_date, upper.start_date) == ("2024-07-04", "2023-09-24")


def test_a_share_is_of_the_party_that_the_page_lists_under_the_name_the_seats_have(shares):
    assert shares("Conservatives (CON) (60); Liberal Party (30)", "Conservative and Unionist Party or CON") == [
        ("Conservatives", 60, "conservative and unionist party con"),
        ("Liberal Party", 30, "liberal party"),
    ]


@pytest.mark.parametrize(
    ("listed", "name"),
    [
        ("independents (10)", "Independents"),
        ("Non-partisans (10)", "Independents"),
        ("Crossover (Independents) (10)", "Independents"),
        ("Other (10)", "Others"),
        ("others (10)", "Others"),
        ("(10)", "Others"),
        ("Vacant (10)", "Vacant"),
    ],
)
def test_who_has_no_party_has_one_name_in_all_spellings(shares, listed, name):
    assert shares(f"Labour Party (60); {listed}")[1] == (name, 10, "")


def test_what_is_told_in_two_entries_is_counted_together(shares):
    seats = "Labour Party (60); Others (20); Labor Party (5); Other (10); Independent (1); Independents (3)"

    assert shares(seats) == [("Labour Party", 65, "labour party"), ("Others", 30, ""), ("Independents", 4, "")]


def test_a_joint_list_that_is_no_alliance_of_the_page_has_a_name_and_no_party(shares):
    [share] = shares(
        "Democratic Front (DF) - Civic Alliance (GS) (3)", "Democratic Front or DF<br>Civic Alliance or GS"
    )

    assert share == ("Democratic Front - Civic Alliance", 3, "")


def test_a_joint_list_that_the_page_knows_as_an_alliance_is_that(shares):
    seats = "Social Democratic Party (PPD/PSD) - Democratic and Social Centre - People's Party (CDS-PP) (88)"
    parties = "Democratic Alliance or AD<br>Social Democratic Party or PSD<br>Democratic and Social Center or CDS-PP"

    [(_, count, party)] = shares(seats, parties, code="pt")

    assert (count, party) == (88, "democratic alliance ad")


def test_a_part_of_the_members_is_a_composition_only_when_the_list_holds_all(compose, composed):
    [refusal] = compose("xx", of_one_chamber("Labour Party (34)", scope="partial renewal"))

    assert refusal.reason == "the list tells 34 seats that were renewed, not all 100"
    assert composed(scope="partial renewal").total == 100


def test_a_list_of_a_whole_chamber_may_leave_seats_untold(composed):
    assert composed("Labour Party (34)").total == 100


@pytest.mark.parametrize(
    ("code", "number", "reason"),
    [
        ("xx", "61 (all directly elected)", "the list tells 100 seats of 61"),
        ("xx", "", "a list of seats, but not how many there are"),
        ("vc", ALL_ELECTED, "the list of seats is that of an earlier election"),
        ("ht", ALL_ELECTED, "the terms of the members ran out"),
    ],
)
def test_a_list_of_no_use_is_refused_with_its_reason(compose, code, number, reason):
    [refusal] = compose(code, of_one_chamber(LISTED, number=number))

    assert (type(refusal), refusal.reason) == (RejectedRecord, reason)
    assert refusal.line.endswith("parties elected and seats per party")


@pytest.mark.parametrize("seats", ["", "N/A; note - the council is not party-based"])
def test_a_chamber_without_a_list_of_seats_has_no_composition(compose, seats):
    assert compose("xx", of_one_chamber(seats)) == []


def test_slips_of_a_list_are_put_right(shares):
    assert shares("Liberal Party (169); Bloc (22); Other (30)", number="343", code="ca")[-1] == ("Others", 8, "")


def test_seats_that_were_never_filled_are_vacant(shares):
    assert shares("Prosperity Party (448); Other (22)", number="547", code="et")[-1] == ("Vacant", 77, "")
