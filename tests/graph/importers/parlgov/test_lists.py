import pytest


@pytest.fixture
def election(source):
    """Return a ParlGov source with a German election in 2021, to which a test adds the results."""
    source.election("1", "2021-09-26", "de")
    return source


def outcome(source):
    """Return (winner, margin in percentage points) of the only election in the source."""
    details = source.only("election").details
    return details.get("winner"), details.get("result_margin")


def test_read_adds_up_the_rows_of_an_alliance(election):
    for number, name in (("558", "Social Democratic Party"), ("808", "CDU"), ("1180", "CSU"), ("1727", "CDU/CSU")):
        election.party(number, name, "de")
    election.result("10718", "558", seats="206", vote_share="25.74")
    election.result("10726", "808", seats="152", vote_share="18.9", alliance="10725")
    election.result("10727", "1180", seats="45", vote_share="5.17", alliance="10725")
    election.result("10725", "1727")

    assert outcome(election) == ("Social Democratic Party", 1.67)


def test_read_names_a_winning_alliance_by_its_own_name(election):
    for number, name in (("558", "Social Democratic Party"), ("808", "CDU"), ("1180", "CSU"), ("1727", "CDU/CSU")):
        election.party(number, name, "de")
    election.result("1", "558", seats="153", vote_share="20.5")
    election.result("2", "808", seats="150", alliance="4")
    election.result("3", "1180", seats="45", alliance="4")
    election.result("4", "1727", vote_share="32.9")

    assert outcome(election) == ("CDU/CSU", 12.4)


def test_read_names_an_alliance_led_by_a_party_by_its_largest_party(election):
    for number, name in (("1", "Democratic Coalition"), ("2", "Jobbik"), ("3", "Our Homeland")):
        election.party(number, name, "de")
    election.result("10", "1", seats="10", vote_share="35.7")
    election.result("11", "2", seats="15", alliance="10")
    election.result("12", "3", seats="6", vote_share="5.9")

    assert outcome(election) == ("Jobbik", 29.8)


def test_read_takes_the_list_with_more_votes_as_winner_if_seats_are_equal(election):
    election.party("1", "Country Party", "de")
    election.party("2", "Labour Party", "de")
    election.result("1", "1", seats="48", vote_share="46.1", votes="900")
    election.result("2", "2", seats="48", vote_share="47.9", votes="1000")

    assert outcome(election) == ("Labour Party", 1.8)


def test_read_gives_no_margin_if_another_has_more_votes_than_the_winner(election):
    election.party("1", "Liberal Party", "de")
    election.party("2", "Conservative Party", "de")
    election.result("1", "1", seats="160", vote_share="32.7")
    election.result("2", "2", seats="119", vote_share="33.83")

    assert outcome(election) == ("Liberal Party", None)


def test_read_gives_no_margin_without_the_votes_of_the_winner(election):
    for number in ("1", "2", "3"):
        election.party(number, f"Party {number}", "de")
    election.result("1", "1", seats="20")
    election.result("2", "2", seats="10", vote_share="40")
    election.result("3", "3", seats="5", vote_share="30")

    assert outcome(election) == ("Party 1", None)


def test_read_compares_a_party_that_leads_an_alliance_without_its_allies(election):
    for number, name in (("1", "Brothers"), ("2", "Northern League"), ("3", "Democratic Party"), ("4", "Greens")):
        election.party(number, name, "de")
    election.result("1", "1", seats="118", vote_share="26")
    election.result("2", "2", seats="66", vote_share="8.77", alliance="1")
    election.result("3", "3", seats="69", vote_share="19.07")
    election.result("4", "4", seats="11", vote_share="3.63", alliance="3")

    assert outcome(election) == ("Brothers", 6.93)


def test_read_compares_the_winner_with_a_larger_ally(election):
    election.party("1", "Party 1", "de")
    election.party("2", "Party 2", "de")
    election.result("1", "1", seats="60", vote_share="20")
    election.result("2", "2", seats="50", vote_share="25", alliance="1")

    assert outcome(election) == ("Party 1", None)


def test_read_never_takes_independents_as_winner_or_second(election):
    election.party("1", "Labour Party", "de")
    election.party("2", "Country Party", "de")
    election.party("9", "no party affiliation", "de", name_short="none")
    election.result("1", "1", seats="20", vote_share="30")
    election.result("2", "2", seats="10", vote_share="20")
    election.result("3", "9", seats="50", vote_share="40")

    assert outcome(election) == ("Labour Party", 10.0)


def test_read_does_not_add_up_opponents_that_formed_a_majority_later(election):
    election.party("1", "Communist Party", "fr")
    election.party("2", "Popular Republican Movement", "fr")
    election.party("2279", "Three Parties Alliance -- Third Force", "fr")
    election.result("1", "1", seats="148", vote_share="26.08", alliance="3")
    election.result("2", "2", seats="141", vote_share="24.91", alliance="3")
    election.result("3", "2279")

    assert outcome(election) == ("Communist Party", 1.17)


def test_read_adds_an_alliance_to_the_larger_alliance(election):
    for number in ("1", "2", "3", "4"):
        election.party(number, f"Party {number}", "de")
    election.result("1", "1", seats="10", vote_share="20")
    election.result("2", "2", seats="5", vote_share="5", alliance="1")
    election.result("3", "3", seats="6", vote_share="6", alliance="2")
    election.result("4", "4", seats="20", vote_share="18.5")

    assert outcome(election) == ("Party 1", 1.5)


def test_read_ends_with_rows_that_refer_to_each_other(election):
    election.party("1", "Party 1", "de")
    election.party("2", "Party 2", "de")
    election.result("1", "1", seats="10", vote_share="20", alliance="2")
    election.result("2", "2", seats="5", vote_share="5", alliance="1")

    assert outcome(election)[0] == "Party 1"


def test_read_gives_no_winner_and_no_margin_without_seats_and_votes(election):
    election.party("1", "Labour Party", "de")
    election.result("1", "1")

    assert outcome(election) == (None, None)


@pytest.mark.parametrize(
    ("day", "winner"),
    [
        ("1949-01-25", "Workers Party"),
        ("1973-12-31", "Alignment"),
        ("1999-05-17", "Israel Labor Party"),
        ("1920-01-01", "Alignment"),
    ],
)
def test_read_gives_the_winner_its_name_on_that_day(source, day, winner):
    source.linked_party("244", "Alignment | Labor", "Alignment", "il")
    for since, name in (
        ("1930-01-05", "Workers Party"),
        ("1969-01-28", "Alignment"),
        ("1991-10-07", "Israel Labor Party"),
    ):
        source.add("PartyNameChange", party="244", date=since, name_english=name)
    source.election("1", day, "il")
    source.result("1", "244", seats="46")

    assert outcome(source)[0] == winner


def test_read_gives_the_winner_the_display_name_if_its_name_is_the_newest(source):
    source.linked_party("1", "The Consolidation", "Likud", "il")
    source.add("PartyNameChange", party="1", date="1973-09-13", name_english="The Consolidation")
    source.election("1", "2022-11-01", "il")
    source.result("1", "1", seats="32")

    assert outcome(source)[0] == "Likud"
