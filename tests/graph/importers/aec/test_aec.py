"""The Australian House of Representatives: elections, members, terms and memberships."""

import gzip
from datetime import date

import pytest

from graph.importers import aec
from graph.importers.aec.counts import DAYS
from graph.importers.countries import Countries
from graph.importers.records import BrokenFile, CompositionRecord, RejectedRecord
from tests.graph.importers.queries import entities, rejected_lines, relationships

COLUMNS = (
    "StateAb,DivisionID,DivisionNm,CountNumber,BallotPosition,CandidateID,Surname,GivenNm,PartyAb,PartyNm,{},"
    "CalculationType,CalculationValue"
)
HEADER_2004 = COLUMNS.format("SittingMemberFl")
HEADER = COLUMNS.format("Elected,HistoricElected")
PREFERRED = (
    "DivisionNm,DivisionID,StateAb,PartyAb,{},TotalVotes,Swing",
    "Australian Labor Party Votes,Australian Labor Party Percentage",
    "Liberal/National Coalition Votes,Liberal/National Coalition Percentage",
)
LABOR_FIRST = PREFERRED[0].format(",".join((PREFERRED[1], PREFERRED[2])))
COALITION_FIRST = PREFERRED[0].format(",".join((PREFERRED[2], PREFERRED[1])))

INDI_2004 = (
    "VIC,218,Indi,0,5,14240,PANOPOULOS,Sophie,LP,Liberal,#,Preference Count,51834",
    "VIC,218,Indi,3,5,14240,PANOPOULOS,Sophie,LP,Liberal,#,Preference Count,54863",
    "VIC,218,Indi,3,5,14240,PANOPOULOS,Sophie,LP,Liberal,#,Preference Percent,66.29",
    "VIC,218,Indi,3,4,14672,WILLIAMS,John,ALP,Australian Labor Party,,Preference Count,27901",
)
KENNEDY_2004 = ("QLD,165,Kennedy,5,2,13275,KATTER,Bob,IND,Independent,#,Preference Count,51500",)
MORETON_2004 = ("QLD,172,Moreton,4,3,14160,HARDGRAVE,Gary,LP,Liberal,#,Preference Count,43000",)
WERRIWA_2004 = ("NSW,149,Werriwa,3,1,14001,LATHAM,Mark,ALP,Australian Labor Party,#,Preference Count,46000",)
FIRST = (*INDI_2004, *KENNEDY_2004, *MORETON_2004, *WERRIWA_2004)
SECOND = (
    "VIC,218,Indi,3,5,18240,MIRABELLA,Sophie,LP,Liberal,Y,Y,Preference Count,50000",
    "QLD,165,Kennedy,5,2,18275,KATTER,Bob,KAP,Katter's Australian Party,Y,Y,Preference Count,51500",
    "QLD,172,Moreton,4,3,18160,HARDGRAVE,Gary,LP,Liberal,N,Y,Preference Count,39000",
    "QLD,172,Moreton,4,4,18161,PERRETT,Graham Douglas,ALP,Labor,Y,N,Preference Count,44000",
    "NSW,149,Werriwa,3,1,18001,HAYES,Chris,ALP,A.L.P.,Y,Y,Preference Count,46000",
)
MELBOURNE_2010 = (
    "VIC,228,Melbourne,0,2,21657,BANDT,Adam,GRN,Australian Greens,Y,N,Preference Count,32308",
    "VIC,228,Melbourne,0,6,21650,BOWTELL,Cath,ALP,Australian Labor Party,N,N,Preference Count,34022",
    "VIC,228,Melbourne,5,2,21657,BANDT,Adam,GRN,Australian Greens,Y,N,Preference Count,50059",
    "VIC,228,Melbourne,5,6,21650,BOWTELL,Cath,ALP,Australian Labor Party,N,N,Preference Count,39268",
)
ALONE = ("ACT,101,Canberra,4,1,1,BRODTMANN,Gai,ALP,Australian Labor Party,Y,Y,Preference Count,55091",)
VAN_MANEN = (
    "QLD,160,Forde,4,1,1,VAN MANEN,Bert,LNQ,Liberal National Party of Queensland,Y,N,Preference Count,9",
    "QLD,160,Forde,4,1,2,van MANEN,Bert,LNP,Liberal National Party of Queensland,Y,Y,Preference Count,9",
    "QLD,160,Forde,4,1,3,VAN MANEN,Bert,LNP,Liberal National Party of Queensland,Y,Y,Preference Count,9",
)


@pytest.fixture
def folder(tmp_path):
    """Seven elections: two in four divisions, then one division each."""
    write(tmp_path, "Dop", 2004, HEADER_2004, *FIRST)
    write(tmp_path, "Dop", 2007, HEADER, *SECOND)
    for day in DAYS[2:]:
        write(tmp_path, "Dop", day[:4], HEADER, *ALONE)
    for day in DAYS:
        write(tmp_path, "Tpp", day[:4], LABOR_FIRST, "Adelaide,179,SA,ALP,50164,57.69,36793,42.31,86957,-0.84")
    return tmp_path


@pytest.fixture
def read(folder):
    return lambda: list(aec.read(folder, Countries([])))


def write(folder, kind, year, *lines):
    content = "\r\n".join((f"{year} Federal Election House of Representatives [title]", *lines))
    (folder / f"House{kind}ByDivision{year}.csv.gz").write_bytes(gzip.compress(content.encode()))


def periods(records, type_, person):
    """(key of the object, start, end, verified at) of the person's relationships of one type."""
    rows = relationships(records, type_, f"au:person:{person}")
    return [(row.object, row.start_date, row.end_date, row.verified_at) for row in rows]


def test_read_takes_the_winner_of_the_last_count(folder, read):
    write(folder, "Dop", 2010, HEADER, *MELBOURNE_2010)

    people = entities(read(), "politician")

    assert "au:person:adam bandt" in people
    assert "au:person:cath bowtell" not in people


def test_read_gives_a_winner_a_candidacy(read):
    assert periods(read(), "politician_participated_in_election", "gary hardgrave") == [
        ("au:election:2004-10-09", "2004-10-09", "2004-10-09", None)
    ]


def test_read_ends_a_term_at_the_next_victory_and_leaves_the_last_term_open(read):
    assert periods(read(), "politician_holds_office", "bob katter") == [
        ("au:member-of-the-house", "2004-10-09", "2007-11-24", None),
        ("au:member-of-the-house", "2007-11-24", "", date(2007, 11, 24)),
    ]


def test_read_ends_the_term_of_a_sitting_member_who_lost(read):
    assert periods(read(), "politician_holds_office", "gary hardgrave") == [
        ("au:member-of-the-house", "2004-10-09", "2007-11-24", None)
    ]


def test_read_leaves_the_term_of_a_member_open_who_was_no_candidate_again(read):
    assert periods(read(), "politician_holds_office", "mark latham") == [
        ("au:member-of-the-house", "2004-10-09", "", date(2004, 10, 9))
    ]


def test_read_does_not_end_a_term_for_a_namesake_who_was_not_the_sitting_member(folder, read):
    namesake = "QLD,170,Maranoa,3,1,18001,LATHAM,Mark,ON,One Nation,N,N,Preference Count,46"
    write(folder, "Dop", 2007, HEADER, *SECOND, namesake, namesake.replace("LATHAM,Mark", "SCOTT,Bruce") + "99")

    assert periods(read(), "politician_holds_office", "mark latham")[0][2] == ""


def test_read_merges_a_person_who_took_another_name(read):
    records = read()
    mirabella = entities(records, "politician")["au:person:sophie mirabella"]

    assert (mirabella.name, [other.name for other in mirabella.other_names]) == (
        "Sophie Mirabella",
        ["Sophie Panopoulos"],
    )
    assert len(periods(records, "politician_holds_office", "sophie mirabella")) == 2


def test_read_gives_one_membership_per_party_verified_at_the_last_victory(read):
    assert periods(read(), "politician_member_of_party", "sophie mirabella") == [
        ("au:party:LP", "2004-10-09", "", date(2007, 11, 24))
    ]


def test_read_ends_a_membership_at_a_victory_for_another_party(folder, read):
    write(folder, "Dop", 2007, HEADER, SECOND[0].replace(",LP,Liberal,", ",IND,Independent,"))

    assert periods(read(), "politician_member_of_party", "sophie mirabella") == [
        ("au:party:LP", "2004-10-09", "2007-11-24", None)
    ]


def test_read_gives_independents_no_membership(read):
    assert periods(read(), "politician_member_of_party", "bob katter") == [
        ("au:party:KAP", "2007-11-24", "", date(2007, 11, 24))
    ]


def test_read_groups_parties_by_abbreviation(read):
    parties = entities(read(), "party")

    assert {key: party.name for key, party in parties.items()} == {
        "au:party:ALP": "Australian Labor Party",
        "au:party:LP": "Liberal Party of Australia",
        "au:party:KAP": "Katter's Australian Party",
    }
    assert periods(read(), "politician_member_of_party", "chris hayes")[0][0] == "au:party:ALP"


def test_read_groups_state_branches_under_the_main_abbreviation(folder, read):
    for year, line in zip((2010, 2013, 2016), VAN_MANEN, strict=True):
        write(folder, "Dop", year, HEADER, line)
    write(folder, "Dop", 2019, HEADER, MELBOURNE_2010[2].replace(",GRN,", ",GVIC,"))

    records = read()

    assert periods(records, "politician_member_of_party", "bert van manen") == [
        ("au:party:LNP", "2010-08-21", "", date(2016, 7, 2))
    ]
    assert periods(records, "politician_member_of_party", "adam bandt")[0][0] == "au:party:GRN"


def test_read_prefers_the_spelling_with_a_lower_case_word(folder, read):
    for year, line in zip((2010, 2013, 2016), VAN_MANEN, strict=True):
        write(folder, "Dop", year, HEADER, line)

    assert entities(read(), "politician")["au:person:bert van manen"].name == "Bert van Manen"


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


def test_read_gives_the_same_records_again(read):
    assert read() == read()


@pytest.mark.parametrize(
    ("abbreviation", "name", "others"),
    [
        ("XEN", "Centre Alliance", [("Nick Xenophon Team", "former"), ("XEN", "acronym")]),
        ("NEW", "NEW", []),
    ],
    ids=["our table", "unknown party"],
)
def test_read_names_parties_from_our_table_or_by_abbreviation(folder, read, abbreviation, name, others):
    last_count = ALONE[0].replace(",ALP,", f",{abbreviation},")
    write(folder, "Dop", 2010, HEADER, last_count, last_count.replace("Canberra,4", "Canberra,0"))

    party = entities(read(), "party")[f"au:party:{abbreviation}"]

    assert party.name == name
    assert [(other.name, other.kind) for other in party.other_names] == others
