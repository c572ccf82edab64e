"""Test the import of elections of the Australian House of Representatives."""

import gzip

import pytest

from graph.importers import aec
from graph.importers.aec.counts import DAYS
from graph.importers.countries import Countries
from graph.importers.records import BrokenFile, CompositionRecord, RejectedRecord
from tests.graph.importers.aec.source import (
    COALITION_FIRST,
    HEADER,
    HEADER_2004,
    INDI_2004,
    LABOR_FIRST,
    MELBOURNE_2010,
    WERRIWA_2004,
    write,
)
from tests.graph.importers.queries import entities, rejected_lines


def test_read_takes_the_winner_of_the_last_count(folder, read):
    write(folder, "Dop", 2010, HEADER, *MELBOURNE_2010)

    people = entities(read(), "politician")

    assert "au:person:adam bandt" in people
    assert "au:person:cath bowtell" not in people


def test_read_gives_elections_the_winner_and_the_two_party_margin_but_no_turnout(read):
    records = read()
    elections = entities(records, "election")

    assert elections["au:election:2007-11-24"].name == "2007 Australia legislative election"
    assert elections["au:election:2007-11-24"].details == {
        "date": "2007-11-24",
        "kind": "legislative",
        "status": "held",
        "winner": "Australian Labor Party",
        "result_margin": 15.38,
    }
    assert [election.details["date"] for election in elections.values()] == list(DAYS)


def test_read_accepts_the_two_party_columns_in_another_order(folder, read):
    write(folder, "Tpp", 2007, COALITION_FIRST, "Adelaide,179,SA,ALP,36757,41.47,51868,58.53,88625,-7.2")

    assert entities(read(), "election")["au:election:2007-11-24"].details["result_margin"] == 17.05


@pytest.mark.parametrize(
    ("parties", "preferred", "winner"),
    [
        (["LP", "NP", "ALP"], "50,50,40,40", "Liberal/National Coalition"),
        (["ALP", "ALP", "LP"], "40,40,50,50", "Australian Labor Party"),
        (["ALP", "LP", "IND"], "51,51,49,49", "Australian Labor Party"),
        (["ALP", "LNP", "IND"], "49,49,51,51", "Liberal/National Coalition"),
    ],
    ids=["coalition counts as one", "majority of seats", "hung, Labor preferred", "hung, Coalition preferred"],
)
def test_read_takes_the_side_with_a_majority_or_the_preferred_side_as_the_winner(
    folder, read, parties, preferred, winner
):
    lines = [
        f"NSW,{number},Seat {number},1,1,{number},SURNAME {number},Given,{party},Party,Y,Y,Preference Count,9"
        for number, party in enumerate(parties)
    ]
    write(folder, "Dop", 2010, HEADER, *lines)
    write(folder, "Tpp", 2010, LABOR_FIRST, f"Seat 0,0,NSW,LP,{preferred},100,0")

    assert entities(read(), "election")["au:election:2010-08-21"].details["winner"] == winner


def test_read_rejects_an_unreadable_division_and_gives_the_election_no_result(folder, read):
    broken = WERRIWA_2004[0].replace("46000", "many")
    write(folder, "Dop", 2004, HEADER_2004, *INDI_2004, broken)

    records = read()

    assert [(record.line, "Werriwa" in record.reason) for record in records if isinstance(record, RejectedRecord)] == [
        ("HouseDopByDivision2004.csv.gz:7", True)
    ]
    assert set(entities(records, "election")["au:election:2004-10-09"].details) == {"date", "kind", "status"}
    assert "au:person:sophie mirabella" in entities(records, "politician")
    assert "au:election:2004-10-09" not in [
        record.election for record in records if isinstance(record, CompositionRecord)
    ]


def test_read_rejects_two_party_votes_that_are_no_numbers(folder, read):
    write(folder, "Tpp", 2013, LABOR_FIRST, "Adelaide,179,SA,ALP,,,,,,")

    records = read()

    assert rejected_lines(records) == ["HouseTppByDivision2013.csv.gz:3"]
    assert "result_margin" not in entities(records, "election")["au:election:2013-09-07"].details


def test_read_gives_no_winner_of_a_division_whose_first_votes_are_unreadable(folder, read):
    first = WERRIWA_2004[0].replace(",3,1,14001,", ",0,1,14001,").replace("46000", "many")
    write(folder, "Dop", 2004, HEADER_2004, *INDI_2004, WERRIWA_2004[0], first)

    assert "au:person:mark latham" not in entities(read(), "politician")


@pytest.mark.parametrize("name", ["HouseDopByDivision2022.csv.gz", "HouseTppByDivision2004.csv.gz"])
def test_read_raises_broken_file_before_the_first_record(folder, name):
    (folder / name).write_bytes(gzip.compress(b"title\r\nother,columns\r\n1,2"))

    with pytest.raises(BrokenFile, match=name):
        next(aec.read(folder, Countries([])))


def test_read_gives_the_chamber_and_the_office_of_its_members(read):
    records = read()
    (office,) = entities(records, "office").values()

    assert office.name == "Member of the House of Representatives of Australia"
    assert office.evidence == {"institution": "au:house"}
    assert entities(records, "institution")["au:house"].details == {"institution_type": "lower chamber"}


def test_read_gives_a_composition_per_election(read):
    houses = [record.election for record in read() if isinstance(record, CompositionRecord)]

    assert houses == [f"au:election:{day}" for day in DAYS]


def test_read_uses_only_the_result_of_an_election_that_the_graph_has(read):
    elections = entities(read(), "election")

    assert elections["au:election:2007-11-24"].uses == ("winner", "result_margin")
