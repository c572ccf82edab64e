"""General elections and by-elections of the House of Commons."""

import gzip

import pytest

from graph.importers.records import BrokenFile, RejectedRecord


def elections(records):
    return {record.name: record for record in records if getattr(record, "kind", "") == "election"}


def test_each_vote_is_an_election(read):
    assert list(elections(read())) == [
        "2010 United Kingdom legislative election",
        "2011 Barnsley Central by-election",
        "2011 Belfast West by-election",
        "2014 Clacton by-election",
        "2015 United Kingdom legislative election",
        "2016 Tooting by-election",
    ]


def test_the_winner_of_a_general_election_is_the_party_with_most_seats(read):
    assert elections(read())["2010 United Kingdom legislative election"].details == {
        "date": "2010-05-06",
        "kind": "legislative",
        "status": "held",
        "winner": "Conservative Party",
        # Conservatives 43034, Sinn Féin 22840 of the 90820 votes in the files.
        "result_margin": 22.24,
        # 113398 valid votes of 203132 electors: invalid ones do not count in Parliament's own figures.
        "turnout": 55.82,
    }


def test_the_winner_of_a_by_election_is_a_person(read):
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


def test_a_number_of_invalid_votes_that_is_not_known_is_not_needed(read):
    assert not [record for record in read() if isinstance(record, RejectedRecord)]


def test_a_constituency_is_spelled_as_in_the_results(read):
    assert "2016 Tooting by-election" in elections(read())


def test_every_election_fills_seats_of_the_commons_on_its_day(read):
    contested = [record for record in read() if getattr(record, "type", "") == "office_elected_in_election"]

    assert [(record.object, record.start_date, record.end_date) for record in contested][:2] == [
        ("uk:general-election:2010-05-06", "2010-05-06", "2010-05-06"),
        ("uk:by-election:2011-03-03/E14000541", "2011-03-03", "2011-03-03"),
    ]
    assert len(contested) == 6


def test_notional_results_are_no_election(read):
    assert [name for name in elections(read()) if name.startswith("2015")] == [
        "2015 United Kingdom legislative election"
    ]


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("55/general-election/candidacies.csv.gz", ",22840,", ",,"),
        ("55/general-election/constituencies.csv.gz", ",59522,", ",[x],"),
        ("55/general-election/candidacies.csv.gz", ",645,", ",,"),
    ],
    ids=["votes", "electorate", "number of the winner"],
)
def test_a_seat_that_cannot_be_read_is_refused_and_leaves_the_country_without_sums(read, change, name, old, new):
    change(name, old, new)

    records = read()

    assert [record.line for record in records if isinstance(record, RejectedRecord)] == [
        "55/general-election/constituencies.csv.gz:3"
    ]
    assert set(elections(records)["2010 United Kingdom legislative election"].details) == {"date", "kind", "status"}
    assert not [record for record in records if getattr(record, "key", "") == "uk:mnis:645"]


@pytest.mark.parametrize(
    "name",
    ["general-elections.csv.gz", "55/general-election/candidacies.csv.gz", "56/by-elections/constituencies.csv.gz"],
)
@pytest.mark.parametrize(
    "content",
    [b"", b"no gzip", gzip.compress(b""), gzip.compress(b"E14000642,Clacton"), gzip.compress(b"\xff\xfe,a,b")],
    ids=["nothing", "not gzip", "empty", "too few columns", "not UTF-8"],
)
def test_a_file_that_cannot_be_read_gives_nothing_at_all(read, folder, name, content):
    (folder / name).write_bytes(content)

    with pytest.raises(BrokenFile, match=name.rpartition("/")[2]):
        read()


def test_a_missing_file_is_a_broken_one(read, folder):
    (folder / "parliament_periods.csv.gz").unlink()

    with pytest.raises(BrokenFile, match="parliament_periods"):
        read()


def test_a_parliament_without_its_period_is_a_broken_file(read, change):
    change("parliament_periods.csv.gz", "56,", "53,")

    with pytest.raises(BrokenFile, match="Parliament"):
        read()
