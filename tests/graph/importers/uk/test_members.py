"""Test the import of members of the House of Commons: their names, terms and parties."""

import pytest

from graph.importers.records import SOURCES
from graph.importers.uk import member
from graph.importers.uk.contests import Candidate, Contest
from tests.graph.importers.queries import entities, periods, relationships


def periods_of(records, type_, person):
    return periods(records, type_, f"uk:mnis:{person}")


def member_named(*names, writ=()):
    """Return the record of a politician who won a seat in the 55th Parliament and the following ones. ``names`` has the
    name on the ballot for each.

    ``writ`` has the numbers of the Parliaments for which the seat was won at a by-election.
    """
    contests = []
    for number, name in enumerate(names, start=55):
        winner = Candidate(member="1", name=name, party_id="15", party="Labour", abbreviation="Lab", votes=2)
        day = f"20{number}-05-06"
        contests.append(
            Contest(
                election="",
                election_day=day,
                parliament=number,
                day=day,
                seat="E14000669",
                constituency="Doncaster North",
                electorate=4,
                valid_votes=3,
                candidates=(winner, winner),
                line="",
                writ=day if number in writ else "",
            )
        )
    politician, *_ = member("1", contests)
    return politician


def test_read_gives_winners_alone_with_their_number_in_the_members_register(read):
    adams = entities(read(), "politician")["uk:mnis:645"]

    assert (adams.name, adams.country_code) == ("Gerry Adams", "gb")
    assert [(entry.scheme, entry.value) for entry in adams.identifiers] == [("datadotparl", "645")]
    assert not {"Ivan Henderson", "Giles Watling"} & {person.name for person in entities(read(), "politician").values()}


def test_read_ends_a_term_with_the_parliament(read):
    assert periods_of(read(), "politician_holds_office", "4243") == [
        ("uk:member-of-the-commons", "2011-03-03", "2015-03-30"),
        ("uk:member-of-the-commons", "2015-05-07", ""),
    ]


def test_read_ends_a_term_at_the_writ_of_a_by_election_in_the_seat(read):
    assert periods_of(read(), "politician_holds_office", "645") == [
        ("uk:member-of-the-commons", "2010-05-06", "2011-05-16")
    ]


def test_read_gives_two_terms_to_a_member_who_won_the_by_election_after_resigning(read):
    assert periods_of(read(), "politician_holds_office", "1527") == [
        ("uk:member-of-the-commons", "2010-05-06", "2014-09-08"),
        ("uk:member-of-the-commons", "2014-10-09", "2015-03-30"),
        ("uk:member-of-the-commons", "2015-05-07", ""),
    ]


def test_read_starts_the_term_later_after_a_late_poll_of_the_general_election(read):
    records = read()

    assert periods_of(records, "politician_holds_office", "384") == [
        ("uk:member-of-the-commons", "2010-05-27", "2015-03-30")
    ]
    assert periods_of(records, "politician_participated_in_election", "384") == [
        ("uk:general-election:2010-05-06", "2010-05-06", "2010-05-06")
    ]


def test_read_gives_winners_a_candidacy(read):
    taken = relationships(read(), "politician_participated_in_election")

    assert {record.role for record in taken} == {"winner"}
    assert ("uk:by-election:2014-10-09/E14000642", "2014-10-09", "2014-10-09") in periods_of(
        taken, "politician_participated_in_election", "1527"
    )


def test_read_merges_consecutive_terms_for_a_party_into_one_membership(read):
    assert periods_of(read(), "politician_member_of_party", "4243") == [("uk:party:15", "2011-03-03", "")]


def test_read_ends_a_membership_with_the_last_term_for_the_party(read):
    assert periods_of(read(), "politician_member_of_party", "1527") == [
        ("uk:party:4", "2010-05-06", "2014-09-08"),
        ("uk:party:35", "2014-10-09", ""),
    ]


def test_read_confirms_a_membership_on_the_day_of_the_last_election_for_the_party(read):
    memberships = [record for record in read() if getattr(record, "type", "") == "politician_member_of_party"]

    assert memberships
    assert all(record.verified_at.isoformat() >= record.start_date for record in memberships)
    assert max(record.verified_at for record in memberships) < SOURCES["uk"].retrieved


def test_read_gives_the_speaker_no_membership(read):
    assert periods_of(read(), "politician_member_of_party", "467") == []


@pytest.mark.parametrize(
    ("key", "name", "others"),
    [
        ("uk:party:15", "Labour Party", [("Lab", "acronym")]),
        ("uk:party:35", "UK Independence Party", [("UKIP", "acronym")]),
    ],
)
def test_read_identifies_parties_by_number_and_names_them_from_our_table(read, key, name, others):
    party = entities(read(), "party")[key]

    assert party.name == name
    assert [(other.name, other.kind) for other in party.other_names] == others
    assert [(entry.scheme, entry.value) for entry in party.identifiers] == [("mnis-party", key.rpartition(":")[2])]


def test_read_gives_parties_with_a_seat_alone(read):
    assert set(entities(read(), "party")) == {"uk:party:4", "uk:party:15", "uk:party:30", "uk:party:35"}


@pytest.mark.parametrize(
    ("names", "display", "others"),
    [
        (["Edward Miliband"] * 4 + ["Ed Miliband"], "Ed Miliband", ["Edward Miliband"]),
        (["Bill Cash", "Bill Cash", "Bill Cash", "William Cash"], "Bill Cash", ["William Cash"]),
        (["Therese Coffey", "Therese Coffey", "Thérèse Coffey"], "Thérèse Coffey", ["Therese Coffey"]),
        (["Suella Fernandes", "Suella Braverman"], "Suella Braverman", ["Suella Fernandes"]),
    ],
    ids=["ballots of 2024", "most frequent", "accents ignored", "latest"],
)
def test_member_has_the_most_used_name_and_the_others_as_other_names(names, display, others):
    politician = member_named(*names)

    assert politician.name == display
    assert [other.name for other in politician.other_names] == others


def test_member_has_a_name_of_general_elections_rather_than_of_by_elections():
    names = ["Edward Miliband", *["Ed Miliband"] * 4]

    assert member_named(*names, writ=range(56, 60)).name == "Edward Miliband"


def test_read_cleans_names(read):
    people = entities(read(), "politician")

    assert "Dan Jarvis" in [other.name for other in people["uk:mnis:4243"].other_names]


def test_read_gives_the_chamber_and_the_office_of_its_members(read):
    records = read()
    (chamber,) = entities(records, "institution").values()
    (office,) = entities(records, "office").values()

    assert (chamber.name, chamber.details) == (
        "House of Commons",
        {"institution_type": "lower chamber", "seats": 650},
    )
    assert (office.name, office.evidence) == (
        "Member of the House of Commons of the United Kingdom",
        {"institution": chamber.key},
    )


def test_read_gives_the_same_records_again(read):
    assert read() == read()


def test_read_gives_a_renamed_party_its_former_name(read, change):
    change(
        "56/general-election/candidacies.csv.gz", "UK Independence Party,UKIP,PP85,35,,Doug", "Reform,RUK,,1036,,Doug"
    )

    party = entities(read(), "party")["uk:party:1036"]

    assert party.name == "Reform UK"
    assert [(other.name, other.kind) for other in party.other_names] == [("RUK", "acronym"), ("Brexit Party", "former")]
