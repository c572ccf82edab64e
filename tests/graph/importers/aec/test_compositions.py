"""Test the seats and votes by party in the Australian House of Representatives."""

from collections import Counter

import pytest

from graph.importers.aec import composition
from graph.importers.aec.counts import Count, read_count
from tests.graph.importers.aec.source import HEADER, LABOR_FIRST, MELBOURNE_2010, write

KNOWN = {"ALP", "LP", "GRN", "LNP"}


@pytest.fixture
def count():
    """Return the counts of an Australian election, in the form of `read_count`: the winners of four divisions, and
    about ten thousand first-preference votes by party."""
    winners = {"Bass": "ALP", "Indi": "IND", "Forde": "LNQ", "Melbourne": "GVIC"}
    votes = {
        ("ALP", "Labor"): 300,
        ("ALP", "Australian Labor Party"): 100,
        ("CLR", "Country Labor"): 25,
        ("LP", "Liberal"): 300,
        ("LNQ", "Liberal National Party of Queensland"): 100,
        ("GVIC", "The Greens (VIC)"): 100,
        ("IND", "Independent"): 40,
        ("", ""): 10,
        ("FFP", "Family First"): 14,
        ("FFP", "Family First Party"): 10,
        ("TINY", "Tiny Party"): 0.5,
    }
    return Count(
        day="2010-08-21",
        winners={division: {"PartyAb": party} for division, party in winners.items()},
        first_votes=Counter({party: int(number * 10) for party, number in votes.items()}),
    )


def test_composition_starts_on_the_day_of_the_election(count):
    house = composition(count, KNOWN)

    assert (house.election, house.institution) == ("au:election:2010-08-21", "au:house")
    assert (house.start_date, house.total) == ("2010-08-21", 4)


def test_composition_adds_up_branches_and_names_other_parties_as_most_ballots_do(count):
    house = composition(count, KNOWN)

    assert [(share.name, share.party, share.seats, share.vote_share) for share in house.shares] == [
        ("Australian Labor Party", "au:party:ALP", 1, 42.52),
        ("Independents", "", 1, 5.0),
        ("Liberal National Party of Queensland", "au:party:LNP", 1, 10.01),
        ("Australian Greens", "au:party:GRN", 1, 10.01),
        ("Liberal Party of Australia", "au:party:LP", 0, 30.02),
        ("Family First", "", 0, 2.4),
        ("Others", "", 0, 0.05),
    ]


def test_read_count_takes_first_preferences_from_the_first_count(tmp_path):
    write(tmp_path, "Dop", 2010, HEADER, *MELBOURNE_2010)
    write(tmp_path, "Tpp", 2010, LABOR_FIRST, "Adelaide,179,SA,ALP,50164,57.69,36793,42.31,86957,-0.84")

    count = read_count(tmp_path, "2010-08-21")

    assert count.first_votes == {("GRN", "Australian Greens"): 32308, ("ALP", "Australian Labor Party"): 34022}
