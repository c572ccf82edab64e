"""Test the seats and votes by party in the House of Commons after general elections."""

import pytest

from graph.importers.records import CompositionRecord


@pytest.fixture
def houses(read):
    """Return a function that reads the source. It maps the key of each election to the record of the composition after
    it."""
    return lambda: {record.election: record for record in read() if isinstance(record, CompositionRecord)}


@pytest.fixture
def shares(houses):
    """Return a function that takes the day of a general election, such as "2015-05-07". It maps the name of each party
    to (key, seats, percentage of votes)."""

    def _shares(day):
        house = houses()[f"uk:general-election:{day}"]
        return {share.name: (share.party, share.seats, share.vote_share) for share in house.shares}

    return _shares


def test_compositions_start_on_the_day_of_each_general_election(houses):
    house = houses()["uk:general-election:2010-05-06"]

    assert len(houses()) == 2
    assert (house.institution, house.start_date, house.total) == ("uk:commons", "2010-05-06", 3)


def test_compositions_give_parties_their_seats_and_share_of_votes(shares):
    assert shares("2010-05-06") == {
        "Conservative Party": ("uk:party:4", 2, 47.38),
        "Labour Party": ("uk:party:15", 0, 11.89),
        "Liberal Democrats": ("", 0, 9.78),
        "Sinn Féin": ("uk:party:30", 1, 25.15),
        "Social Democratic and Labour Party": ("", 0, 5.79),
    }


def test_compositions_link_the_speaker_and_independents_to_no_party(change, shares):
    change(
        "56/general-election/candidacies.csv.gz",
        "Labour,Lab,PP53,15,,Daniel,Jarvis",
        "Independent,Ind,,8,,Daniel,Jarvis",
    )

    found = shares("2015-05-07")

    assert found["Speaker"][:2] == ("", 1)
    assert found["Independents"][:2] == ("", 1)


def test_compositions_combine_the_smallest_parties(change, shares):
    change("55/general-election/candidacies.csv.gz", "5261,0.163726", "50,0.001")

    found = shares("2010-05-06")

    assert "Social Democratic and Labour Party" not in found
    assert found["Others"] == ("", 0, 0.06)


def test_compositions_leave_out_a_parliament_with_a_rejected_result(change, houses):
    change("55/general-election/constituencies.csv.gz", "59522", "many")

    assert list(houses()) == ["uk:general-election:2015-05-07"]
