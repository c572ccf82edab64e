"""Test the import of members of the Australian House of Representatives: their names, terms and parties."""

from datetime import date

import pytest

from tests.graph.importers.aec.source import ALONE, HEADER, MELBOURNE_2010, SECOND, VAN_MANEN, write
from tests.graph.importers.queries import entities, relationships


def periods(records, type_, person):
    """Return (key of the object, start, end, day of verification) for each relationship of this type whose subject is
    the person."""
    rows = relationships(records, type_, f"au:person:{person}")
    return [(row.object, row.start_date, row.end_date, row.verified_at) for row in rows]


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
