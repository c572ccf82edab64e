"""REIGN: from a list of announcements, votes and forecasts to elections that were held."""

import gzip

import pytest

from graph.importers import reign
from graph.importers.crosswalk import Countries, Country
from graph.importers.records import BrokenFile, EntityRecord, RejectedRecord
from graph.importers.reign.elections import CORRELATES_OF_WAR, REIGN_NAME

HEADER = (
    "ccode,electionnumber,country,elec_year,elec_month,elec_day,sequence,event,elecnum,type,direct,regular,victory,"
    "change,runoff"
)
COUNTRIES = Countries(
    Country(code=code, name=name, slug=code, codes={CORRELATES_OF_WAR: cow, REIGN_NAME: (reign_name,)})
    for code, name, cow, reign_name in (
        ("af", "Afghanistan", ("700",), "Afghanistan"),
        ("bo", "Bolivia", ("145",), "Bolivia"),
        ("br", "Brazil", ("140",), "Brazil"),
        ("de", "Germany", ("255", "260"), "Germany"),
        ("ec", "Ecuador", ("130",), "Ecuador"),
        ("eg", "Egypt", ("651",), "Egypt"),
        ("gr", "Greece", ("350",), "Greece"),
        ("id", "Indonesia", ("850",), "Indonesia"),
        ("lu", "Luxembourg", ("212",), "Luxembourg"),
        ("mw", "Malawi", ("533",), "Malawi"),
        ("ru", "Russia", ("365",), "Russia"),
        ("tv", "Tuvalu", ("947",), "Tuvalu"),
        ("ua", "Ukraine", ("369",), "Ukraine"),
        ("za", "South Africa", ("560",), "South Africa"),
    )
)
AFGHANISTAN_2009 = '700,4,Afghanistan,2009,8,20,1,"Vote, As Scheduled",700004,X,Y,Y,Y,N,N'


@pytest.fixture
def read(tmp_path):
    """Reads these rows under the list's header."""

    def read(*rows, header=HEADER):
        (tmp_path / reign.FILE).write_bytes(gzip.compress("\n".join((header, *rows)).encode()))
        return list(reign.read(tmp_path, COUNTRIES))

    return read


def elections(records) -> list[EntityRecord]:
    return [record for record in records if isinstance(record, EntityRecord)]


def told(records):
    return [(record.country_code, str(record.details["kind"]), record.details["date"]) for record in elections(records)]


def reasons(records):
    return [record.reason for record in records if isinstance(record, RejectedRecord)]


def test_a_vote_is_an_election_that_was_held_in_a_country(read):
    election, where = read(AFGHANISTAN_2009)

    assert election.name == "2009 Afghanistan presidential election"
    assert election.details == {"date": "2009-08-20", "kind": "presidential", "status": "held"}
    assert [(entry.scheme, entry.value) for entry in election.identifiers] == [("reign-election", "700004")]
    assert election.line == "electionlist_3_21.csv.gz:2"
    assert (where.type, where.object, where.start_date) == ("election_occurs_in_country", "country:af", "2009-08-20")


@pytest.mark.parametrize(
    "row",
    [
        "700,3,Afghanistan,2004,7, ,1,Announced,700003,X,Y,N,Y,N,N",
        "700,7,Afghanistan,2019,4,20,2,Voided,700007,X,Y,Y,,,N",
        '350,9,Greece,2023,7, ,1,"Upcoming, Scheduled",350099,L,Y,Y,,,N',
        '651,15,Egypt,2005,9,7,1,"Vote, As Scheduled",651015,R,Y,N,Y,N,N',
    ],
    ids=["announced", "voided", "forecast", "referendum"],
)
def test_what_is_no_vote_for_people_is_passed_over(read, row):
    assert read(row) == []


def test_labels_may_end_in_a_blank(read):
    row = '369,15,Ukraine,2014,5,25,1,"Vote, As Scheduled ",369013,X,Y,Y,N,Y,N'

    assert told(read(row)) == [("ua", "presidential", "2014-05-25")]


def test_a_date_is_as_precise_as_the_list(read):
    assert told(read('947,12,Tuvalu,2002,7, ,1,"Vote, As Scheduled",947012,L,Y,Y,N,Y,N')) == [
        ("tv", "legislative", "2002-07")
    ]


def test_a_second_round_belongs_to_the_first(read):
    records = read(
        '369,14,Ukraine,2019,3,31,1,"Vote, As Scheduled",369014,X,Y,Y,N,Y,1',
        '369,15,Ukraine,2019,4,21,1,"Vote, As Scheduled ",369015,X,Y,Y,N,Y,2',
    )

    assert told(records) == [("ua", "presidential", "2019-03-31")]
    assert reasons(records) == []


def test_a_second_round_may_come_nine_months_later_and_in_congress(read):
    records = read(
        '130,8,Ecuador,1978,7,16,2,"Vote, Early",130008,X,Y,N,,,1',
        '130,9,Ecuador,1979,4,29,2,"Vote, Early",130009,X,Y,N,N,Y,2',
        '145,15,Bolivia,1985,7,14,1,"Vote, As Scheduled",145015,X,Y,N,N,Y,1',
        '145,16,Bolivia,1985,8,5,2,"Vote, As Scheduled",145016,X,N,N,N,Y,2',
    )

    assert told(records) == [("ec", "presidential", "1978-07-16"), ("bo", "presidential", "1985-07-14")]
    assert reasons(records) == []


def test_a_second_round_without_a_first_is_refused(read):
    assert reasons(read('369,15,Ukraine,2019,4,21,1,"Vote, As Scheduled",369015,X,Y,Y,N,Y,2')) == [
        "a second round without a first one"
    ]


def test_two_elections_in_one_summer_stay_two(read):
    records = read(
        '350,25,Greece,2012,5,6,2,"Vote, Early",350025,L,Y,Y,N,Y,N',
        '350,26,Greece,2012,6,17,2,"Vote, Early",350026,L,Y,Y,N,Y,N',
    )

    assert [day for _, _, day in told(records)] == ["2012-05-06", "2012-06-17"]


def test_a_country_with_a_mistaken_code_is_found_by_its_name(read):
    assert told(read('553,3,Malawi,1999,6,15,1,"Vote, As Scheduled",553003,X,Y,Y,Y,N,N')) == [
        ("mw", "presidential", "1999-06-15")
    ]


def test_an_election_listed_under_two_codes_of_a_country_is_told_once(read):
    records = read(
        '260,11,German Federal Republic,1987,1,25,1,"Vote, As Scheduled",260011,L,Y,Y,Y,N,N',
        '255,0,Germany,1987,1,25,1,"Vote, As Scheduled",255000,L,Y,Y,Y,N,N',
    )

    assert [record.key for record in elections(records)] == ["reign:260011"]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ('315,1,Czechoslovakia,1954,11,28,1,"Vote, As Scheduled",315001,L,Y,Y,Y,N,N', "no country of the graph"),
        ('365,9,Russia,1984,3,4,1,"Vote, As Scheduled",365009,L,Y,Y,Y,N,N', "part of another state"),
        ('212,0,Luxembourg,1915,12,23,1,"Vote, As Scheduled",212000,L,Y,Y,Y,N,N', "before 1950"),
        ('140,5,Brazil,1985,1,15,1,"Vote, As Scheduled",140010,X,A,Y,N,Y,N', "an assembly or a college"),
        ('651,14,Egypt,2005,5,25,1,"Vote, As Scheduled",651014,X,Y,Y,Y,N,N', "referendum"),
        ('700,4,Afghanistan,2009,2,30,1,"Vote, As Scheduled",700004,X,Y,Y,Y,N,N', "no date"),
        ('700,4,Afghanistan,soon,,,1,"Vote, As Scheduled",700004,X,Y,Y,Y,N,N', "no date"),
    ],
)
def test_a_vote_the_graph_cannot_have_is_refused_with_the_reason(read, row, reason):
    records = read(row, AFGHANISTAN_2009)

    assert [reason in text for text in reasons(records)] == [True]
    assert told(records) == [("af", "presidential", "2009-08-20")]


def test_an_indirect_choice_of_the_leader_is_the_election_of_the_assembly_where_that_is_known(read):
    records = read(
        '560,12,South Africa,1999,6,2,1,"Vote, As Scheduled",560012,X,N,Y,Y,N,N',
        '850,9,Indonesia,1999,6,7,1,"Vote, As Scheduled",850009,X,A,N,N,Y,N',
    )

    assert told(records) == [("za", "legislative", "1999-06-02"), ("id", "legislative", "1999-06-07")]


def test_a_list_without_its_columns_is_broken(read):
    with pytest.raises(BrokenFile, match="runoff"):
        read(header=HEADER.removesuffix(",runoff"))


@pytest.mark.parametrize(
    "content",
    [b"ccode,country", gzip.compress(HEADER.encode())[:-8], gzip.compress(b"\xff\xfe"), gzip.compress(b"")],
    ids=["not gzip", "cut short", "not UTF-8", "empty"],
)
def test_a_list_that_cannot_be_unpacked_is_broken(tmp_path, content):
    (tmp_path / reign.FILE).write_bytes(content)

    with pytest.raises(BrokenFile, match="electionlist"):
        list(reign.read(tmp_path, COUNTRIES))
