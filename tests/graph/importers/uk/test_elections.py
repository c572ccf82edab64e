"""Test the import of general elections and by-elections of the House of Commons."""

import gzip

import pytest

from graph.importers import uk
from graph.importers.countries import Countries
from graph.importers.records import BrokenFile
from tests.graph.importers.queries import entities, rejected_lines, relationships


def elections(records):
    return {record.name: record for record in entities(records, "election").values()}


def test_read_gives_an_election_per_vote_but_none_for_notional_results(read):
    assert list(elections(read())) == [
        "2010 United Kingdom legislative election",
        "2011 Barnsley Central by-election",
        "2011 Belfast West by-election",
        "2014 Clacton by-election",
        "2015 United Kingdom legislative election",
        "2016 Tooting by-election",
    ]


def test_read_takes_the_party_with_most_seats_as_winner_of_a_general_election(read):
    assert elections(read())["2010 United Kingdom legislative election"].details == {
        "date": "2010-05-06",
        "kind": "legislative",
        "status": "held",
        "winner": "Conservative Party",
        # In the source, the Conservatives have 43034 of 90820 votes, and Sinn Féin has 22840: 22.24 percentage points
        # fewer.
        "result_margin": 22.24,
        # In the source, 113398 of 203132 electors cast valid votes: 55.82 %. Parliament's own figures, too, leave out
        # invalid votes.
        "turnout": 55.82,
    }


def test_read_takes_a_person_as_winner_of_a_by_election(read):
    barnsley = elections(read())["2011 Barnsley Central by-election"]

    assert barnsley.details == {
        "date": "2011-03-03",
        "kind": "by-election",
        "status": "held",
        "winner": "Daniel Jarvis",
        "result_margin": 48.6,
        "turnout": 36.99,
    }
    assert [(entry.scheme, entry.value) for entry in barnsley.identifiers] == [
        ("uk-by-election", "2011-03-03/E14000541")
    ]


def test_read_does_not_need_the_number_of_invalid_votes(read):
    assert rejected_lines(read()) == []


def test_read_relates_every_election_to_the_office_of_members(read):
    contested = relationships(read(), "office_elected_in_election")

    assert [(record.object, record.start_date, record.end_date) for record in contested][:2] == [
        ("uk:general-election:2010-05-06", "2010-05-06", "2010-05-06"),
        ("uk:by-election:2011-03-03/E14000541", "2011-03-03", "2011-03-03"),
    ]
    assert len(contested) == 6


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("55/general-election/candidacies.csv.gz", ",22840,", ",,"),
        ("55/general-election/constituencies.csv.gz", ",59522,", ",[x],"),
        ("55/general-election/candidacies.csv.gz", ",645,", ",,"),
    ],
    ids=["votes", "electorate", "number of the winner"],
)
def test_read_rejects_an_unreadable_seat_and_gives_the_election_no_result(read, change, name, old, new):
    change(name, old, new)

    records = read()

    assert rejected_lines(records) == ["55/general-election/constituencies.csv.gz:3"]
    assert set(elections(records)["2010 United Kingdom legislative election"].details) == {"date", "kind", "status"}
    assert not [record for record in records if getattr(record, "key", "") == "uk:mnis:645"]


@pytest.mark.parametrize(
    "name",
    [
        "general-elections.csv.gz",
        "parliament_periods.csv.gz",
        "55/general-election/candidacies.csv.gz",
        "56/by-elections/constituencies.csv.gz",
    ],
)
def test_read_raises_broken_file_before_the_first_record(folder, name):
    (folder / name).write_bytes(gzip.compress(b"too,few"))

    with pytest.raises(BrokenFile, match=name.rpartition("/")[2]):
        next(uk.read(folder, Countries([])))


def test_read_raises_broken_file_for_a_parliament_without_its_period(read, change):
    change("parliament_periods.csv.gz", "56,", "53,")

    with pytest.raises(BrokenFile, match="Parliament"):
        read()
