"""The Australian House of Representatives as each election gave it."""

from collections import Counter

import pytest

from graph.importers.aec import compositions
from graph.importers.aec.counts import Candidate, Count, read_count
from graph.importers.records import RejectedRecord
from tests.graph.importers.aec.test_aec import HEADER, LABOR_FIRST, MELBOURNE_2010, write

KNOWN = {"ALP", "LP", "GRN", "LNP"}


@pytest.fixture
def count():
    """An election of four divisions and a thousand votes."""
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
        winners={
            division: Candidate(person=division, name="Ann Other", full_name="Ann Other", party=party, line="1")
            for division, party in winners.items()
        },
        first_votes=Counter({party: int(number * 10) for party, number in votes.items()}),
    )


def test_the_house_holds_from_the_day_of_its_election(count):
    [house] = compositions.records(count, KNOWN)

    assert (house.election, house.institution) == ("au:election:2010-08-21", "au:house")
    assert (house.start_date, house.total) == ("2010-08-21", 4)


def test_branches_are_one_party_and_the_rest_have_the_name_on_most_ballots(count):
    [house] = compositions.records(count, KNOWN)

    assert [(share.name, share.party, share.seats, share.vote_share) for share in house.shares] == [
        ("Australian Labor Party", "au:party:ALP", 1, 42.52),
        ("Independents", "", 1, 5.0),
        ("Liberal National Party of Queensland", "au:party:LNP", 1, 10.01),
        ("Australian Greens", "au:party:GRN", 1, 10.01),
        ("Liberal Party of Australia", "au:party:LP", 0, 30.02),
        ("Family First", "", 0, 2.4),
        ("Others", "", 0, 0.05),
    ]


def test_a_house_without_one_of_its_divisions_is_not_told(count):
    count.rejected.append(RejectedRecord(reason="the count in Werriwa cannot be read", line="7"))

    assert list(compositions.records(count, KNOWN)) == []


def test_first_preferences_are_those_of_the_first_count(tmp_path):
    write(tmp_path, "Dop", 2010, HEADER, *MELBOURNE_2010)
    write(tmp_path, "Tpp", 2010, LABOR_FIRST, "Adelaide,179,SA,ALP,50164,57.69,36793,42.31,86957,-0.84")

    count = read_count(tmp_path, "2010-08-21")

    assert count.first_votes == {("GRN", "Australian Greens"): 32308, ("ALP", "Australian Labor Party"): 34022}
