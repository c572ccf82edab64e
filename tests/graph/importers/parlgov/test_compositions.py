"""Test the seats by party that the ParlGov importer reads. Each row of election results must be counted once."""

import pytest

from graph.importers.records import CompositionRecord
from tests.graph.importers.parlgov.source import EUROPEAN_PARLIAMENT


@pytest.fixture
def compositions(source):
    return lambda: [record for record in source.read() if isinstance(record, CompositionRecord)]


@pytest.fixture
def shares(compositions):
    """Return a function that reads the source. It returns (name, key of the party, seats, percentage of votes) for each
    seat share of the only composition."""

    def _shares():
        [composition] = compositions()
        return [(share.name, share.party, share.seats, share.vote_share) for share in composition.shares]

    return _shares


def test_read_gives_a_composition_per_election_of_a_parliament(source, compositions):
    source.party("773", "Conservatives")
    source.election("1042", "2019-12-12", seats_total="650")
    source.result("1", "773", "1042", seats="365", vote_share="43.63")

    [composition] = compositions()

    assert (composition.election, composition.start_date, composition.total) == (
        "parlgov:election:1042",
        "2019-12-12",
        650,
    )
    assert composition.institution == ""


def test_read_counts_each_row_for_its_own_party_also_in_an_alliance(source, shares):
    source.party("1", "Union", "de")
    source.party("2", "Christian Democrats", "de")
    source.party("3", "Christian Socials", "de")
    source.election("1", "2021-09-26", "de", seats_total="250")
    source.result("10", "1", vote_share="24.1", seats="53")
    source.result("11", "2", alliance="10", seats="152")
    source.result("12", "3", alliance="10", seats="45", vote_share="5.2")

    assert shares() == [
        ("Union", "parlgov:party:1", 53, 24.1),
        ("Christian Democrats", "parlgov:party:2", 152, None),
        ("Christian Socials", "parlgov:party:3", 45, 5.2),
    ]


def test_read_leaves_rows_without_seats_and_votes_out(source, shares):
    source.party("1", "Labour")
    source.party("2", "Co-operatives")
    source.election("1", "1945-07-05", seats_total="393")
    source.result("10", "1", seats="393")
    source.result("11", "2", alliance="10")

    assert [name for name, *_ in shares()] == ["Labour"]


@pytest.mark.parametrize(
    ("short", "english", "name"),
    [
        ("none", "no party affiliation", "Independents"),
        ("I-MH", "Independent -- Marian Harkin", "Independents"),
        ("d-gauche", "other left", "Others"),
        ("etnice", "Romanian ethnic minorities parties", "Ethnic minorities"),
    ],
)
def test_read_names_rows_that_are_no_party(source, shares, short, english, name):
    source.party("44", english, name_short=short)
    source.election("1", "2001-06-07", seats_total="3")
    source.result("10", "44", seats="3", vote_share="1.5")

    assert shares() == [(name, "", 3, 1.5)]


def test_read_names_members_from_overseas_by_their_origin(source, shares):
    source.party("1634", "Greenland and Faroe Islands", name_short="GrFa")
    source.election("1", "2001-06-07", seats_total="4")
    source.result("10", "1634", seats="4")

    assert shares() == [("Greenland and Faroe Islands", "", 4, None)]


@pytest.mark.parametrize(("other", "together"), [("0.2", 1.32), ("", None)])
def test_read_adds_up_rows_of_one_name_without_a_party(source, shares, other, together):
    source.party("44", "others", name_short="etc")
    source.party("45", "one seat", name_short="one-seat")
    source.election("1", "2001-06-07", seats_total="3")
    source.result("10", "44", seats="2", vote_share="1.116")
    source.result("11", "45", seats="1", vote_share=other)

    assert shares() == [("Others", "", 3, together)]


def test_read_gives_a_party_its_name_on_that_day(source, shares):
    source.linked_party("1", "National Front", "National Rally", "fr")
    source.add("PartyNameChange", party="1", date="1972-10-05", name="FN", name_english="National Front")
    source.add("PartyNameChange", party="1", date="2018-06-01", name="RN", name_english="National Rally")
    source.election("1", "2017-06-18", "fr", seats_total="8")
    source.result("10", "1", seats="8")

    assert shares()[0][:2] == ("National Front", "parlgov:party:1")


@pytest.mark.parametrize(
    ("type_", "seats_total"),
    [(EUROPEAN_PARLIAMENT, "73"), ("13", "")],
    ids=["European Parliament", "number of seats unknown"],
)
def test_read_gives_no_composition_without_a_chamber_of_known_size(source, compositions, type_, seats_total):
    source.party("1", "Labour")
    source.election("1", "2019-05-23", type_=type_, seats_total=seats_total)
    source.result("10", "1", seats="10")

    assert compositions() == []


def test_read_rejects_an_election_with_an_invalid_number_of_seats_as_a_whole(source, compositions):
    source.party("1", "Labour")
    source.election("1", "2019-12-12", seats_total="many")
    source.result("10", "1", seats="10")

    assert compositions() == []
    assert source.entities("election") == []
    assert len(source.rejected()) == 1
