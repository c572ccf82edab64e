"""Presidential elections of the United States: candidates, and the margin summed from counties."""

import gzip

import pytest

from graph.importers import us_presidential
from graph.importers.countries import Countries
from graph.importers.records import BrokenFile, EntityRecord
from tests.graph.importers.queries import entities, rejected_lines, relationships

EARLY = "US_County_Level_Presidential_Results_08-16.csv.gz"
HEADER_EARLY = "fips_code,county,total_2008,dem_2008,gop_2008,oth_2008"
HEADER = "state_name,county_fips,county_name,votes_gop,votes_dem,total_votes,diff,per_gop,per_dem,per_point_diff"
AUTAUGA_2020 = "Alabama,01001,Autauga County,19838,7503,27770,12335,0.714,0.270,0.444"
BALDWIN_2020 = "Alabama,01003,Baldwin County,83544.0,24578.0,109679.0,58966,0.762,0.224,0.538"
AUTAUGA_2024 = "Alabama,01001,Autauga County,20484,7439,28190,13045.0,0.727,0.264,0.463"


@pytest.fixture
def folder(tmp_path):
    """A folder with a county or two in each file that is read."""
    write(tmp_path, EARLY, HEADER_EARLY, "26041,Delta County,19064,9974,8763,327")
    write(tmp_path, later(2020), HEADER, AUTAUGA_2020, BALDWIN_2020)
    write(tmp_path, later(2024), HEADER, AUTAUGA_2024)
    return tmp_path


def later(year):
    return f"{year}_US_County_Level_Presidential_Results.csv.gz"


def write(folder, name, *lines):
    (folder / name).write_bytes(gzip.compress("\n".join(lines).encode()))


def read(folder):
    return list(us_presidential.read(folder, Countries([])))


def election(records, year) -> EntityRecord:
    return next(record for record in records if getattr(record, "key", "") == f"us:presidential:{year}")


def test_read_gives_the_elections_with_day_and_winner_but_no_turnout(folder):
    elections = entities(read(folder), "election").values()

    assert not [record for record in elections if "turnout" in record.details]
    assert [(record.name, record.details["date"], record.details["winner"]) for record in elections] == [
        ("2008 United States presidential election", "2008-11-04", "Barack Obama"),
        ("2012 United States presidential election", "2012-11-06", "Barack Obama"),
        ("2016 United States presidential election", "2016-11-08", "Donald Trump"),
        ("2020 United States presidential election", "2020-11-03", "Joe Biden"),
        ("2024 United States presidential election", "2024-11-05", "Donald Trump"),
    ]


def test_read_sums_the_counties_for_the_margin(folder):
    # (19838 + 83544 - 7503 - 24578) of 27770 + 109679 votes, some of them written as floats
    assert election(read(folder), 2020).details["result_margin"] == 51.87


def test_read_gives_no_negative_margin_to_a_winner_with_fewer_votes(folder):
    # In this county alone the loser of 2024 would have lost by 46 points; in Delta County the winner of 2008 won by 6.
    records = read(folder)

    assert election(records, 2024).details["result_margin"] == 46.28
    assert election(records, 2008).details["result_margin"] == 6.35


def test_read_notes_that_a_file_lacks_a_state(folder):
    assert election(read(folder), 2008).note == "result margin: without Alaska, which the counties' file lacks"


def test_read_gives_no_margin_to_an_election_without_a_file(folder):
    assert "result_margin" not in election(read(folder), 2012).details


def test_read_gives_winner_and_runner_up_a_candidacy(folder):
    stood = [
        (record.subject, record.object, record.role, record.start_date, record.end_date)
        for record in relationships(read(folder), "politician_participated_in_election")
        if record.object.endswith("2016")
    ]

    assert stood == [
        ("us:candidate:Donald Trump", "us:presidential:2016", "winner", "2016-11-08", "2016-11-08"),
        ("us:candidate:Hillary Clinton", "us:presidential:2016", "runner-up", "2016-11-08", "2016-11-08"),
    ]


def test_read_gives_candidates_their_year_of_birth(folder):
    people = entities(read(folder), "politician").values()

    assert len(people) == 7
    assert all(person.evidence["birth_date"] == str(person.details["birth_year"]) for person in people)


def test_read_relates_the_president_to_each_election(folder):
    contested = relationships(read(folder), "office_elected_in_election")

    assert {(record.subject, record.start_date[:4]) for record in contested} == {
        ("us:president", year) for year in ("2008", "2012", "2016", "2020", "2024")
    }


def test_read_rejects_a_county_without_numbers_and_gives_no_margin(folder):
    write(folder, later(2020), HEADER, AUTAUGA_2020, "Alabama,01003,Baldwin County,,24578,109679,,,,")

    records = read(folder)

    assert rejected_lines(records) == [f"{later(2020)}:3"]
    assert "result_margin" not in election(records, 2020).details
    assert "result_margin" in election(records, 2024).details


@pytest.mark.parametrize("lines", [["state_abbr,votes"], [HEADER]], ids=["other columns", "no county"])
def test_read_raises_broken_file_without_counties_or_columns(folder, lines):
    write(folder, later(2024), *lines)

    with pytest.raises(BrokenFile, match="2024"):
        read(folder)
