"""Members of the House of Commons: their names, terms and parties."""

import pytest

from graph.importers import uk
from graph.importers.records import EntityRecord
from graph.importers.uk.contests import Candidate, Contest
from graph.importers.uk.members import Member
from graph.importers.uk.parliaments import Parliament
from graph.importers.uk.terms import Term


def spells(records, type_, person):
    return [
        (record.object, record.start_date, record.end_date)
        for record in records
        if getattr(record, "type", "") == type_ and record.subject == f"uk:mnis:{person}"
    ]


def entities(records, kind) -> dict[str, EntityRecord]:
    return {record.key: record for record in records if getattr(record, "kind", "") == kind}


def member_named(*names):
    """A member who won a general election under each name, in the 55th Parliament, the 56th and so on."""
    terms = []
    for number, name in enumerate(names, start=55):
        winner = Candidate(member="1", name=name, party_id="15", party="Labour", abbreviation="Lab", votes=2)
        contest = Contest(
            parliament=Parliament(number=number, elected=f"20{number}-05-06", dissolved=""),
            day=f"20{number}-05-06",
            seat="E14000669",
            constituency="Doncaster North",
            electorate=4,
            valid_votes=3,
            candidates=(winner, winner),
            line="",
        )
        terms.append(Term(contest=contest, start=contest.day, end=""))
    return Member(id="1", terms=tuple(terms))


def test_the_winner_of_a_seat_is_a_politician_by_the_number_in_the_members_register(read):
    adams = entities(read(), "politician")["uk:mnis:645"]

    assert (adams.name, adams.country_code) == ("Gerry Adams", "gb")
    assert [(entry.scheme, entry.value) for entry in adams.identifiers] == [("datadotparl", "645")]


def test_losers_are_not_told(read):
    people = entities(read(), "politician").values()

    assert not {"Ivan Henderson", "Giles Watling"} & {person.name for person in people}


def test_a_seat_is_held_until_the_parliament_is_dissolved(read):
    assert spells(read(), "politician_holds_office", "4243") == [
        ("uk:member-of-the-commons", "2011-03-03", "2015-03-30"),
        ("uk:member-of-the-commons", "2015-05-07", ""),
    ]


def test_a_seat_that_fell_vacant_is_held_until_the_writ_of_the_by_election(read):
    assert spells(read(), "politician_holds_office", "645") == [
        ("uk:member-of-the-commons", "2010-05-06", "2011-05-16")
    ]


def test_who_resigned_and_won_the_by_election_held_the_seat_twice(read):
    assert spells(read(), "politician_holds_office", "1527") == [
        ("uk:member-of-the-commons", "2010-05-06", "2014-09-08"),
        ("uk:member-of-the-commons", "2014-10-09", "2015-03-30"),
        ("uk:member-of-the-commons", "2015-05-07", ""),
    ]


def test_a_poll_that_was_put_off_starts_the_term_later_but_is_part_of_the_general_election(read):
    records = read()

    assert spells(records, "politician_holds_office", "384") == [
        ("uk:member-of-the-commons", "2010-05-27", "2015-03-30")
    ]
    assert spells(records, "politician_participated_in_election", "384") == [
        ("uk:general-election:2010-05-06", "2010-05-06", "2010-05-06")
    ]


def test_winning_is_taking_part_as_the_winner(read):
    taken = [record for record in read() if getattr(record, "type", "") == "politician_participated_in_election"]

    assert {record.role for record in taken} == {"winner"}
    assert ("uk:by-election:2014-10-09/E14000642", "2014-10-09", "2014-10-09") in spells(
        taken, "politician_participated_in_election", "1527"
    )


def test_consecutive_seats_for_one_party_are_one_membership(read):
    assert spells(read(), "politician_member_of_party", "4243") == [("uk:party:15", "2011-03-03", "")]


def test_a_change_of_party_ends_the_first_membership_with_its_last_seat(read):
    assert spells(read(), "politician_member_of_party", "1527") == [
        ("uk:party:4", "2010-05-06", "2014-09-08"),
        ("uk:party:35", "2014-10-09", ""),
    ]


def test_the_speaker_belongs_to_no_party(read):
    assert spells(read(), "politician_member_of_party", "467") == []


@pytest.mark.parametrize(
    ("key", "name", "others"),
    [
        ("uk:party:15", "Labour Party", [("Lab", "acronym")]),
        ("uk:party:4", "Conservative Party", [("Con", "acronym")]),
        ("uk:party:30", "Sinn Féin", [("SF", "acronym")]),
        ("uk:party:35", "UK Independence Party", [("UKIP", "acronym")]),
    ],
)
def test_a_party_is_one_whatever_its_candidates_call_it(read, key, name, others):
    party = entities(read(), "party")[key]

    assert party.name == name
    assert [(other.name, other.kind) for other in party.other_names] == others
    assert [(entry.scheme, entry.value) for entry in party.identifiers] == [("mnis-party", key.rpartition(":")[2])]


def test_only_parties_with_a_seat_are_told(read):
    assert set(entities(read(), "party")) == {"uk:party:4", "uk:party:15", "uk:party:30", "uk:party:35"}


@pytest.mark.parametrize(
    ("names", "display", "others"),
    [
        (["Edward Miliband"] * 4 + ["Ed Miliband"], "Ed Miliband", ["Edward Miliband"]),
        (["Bill Cash", "Bill Cash", "Bill Cash", "William Cash"], "Bill Cash", ["William Cash"]),
        (["Therese Coffey", "Therese Coffey", "Thérèse Coffey"], "Thérèse Coffey", ["Therese Coffey"]),
        (["Suella Fernandes", "Suella Braverman"], "Suella Braverman", ["Suella Fernandes"]),
    ],
    ids=["2024", "commonest", "accents", "latest"],
)
def test_a_member_bears_the_name_people_use_and_keeps_the_others(names, display, others):
    member = member_named(*names)

    assert member.name == display
    assert [name for name in member.spellings if name != member.name] == others


def test_names_are_told_without_stray_blanks(read):
    people = entities(read(), "politician")

    assert "Dan Jarvis" in [other.name for other in people["uk:mnis:4243"].other_names]


def test_the_chamber_has_its_members_office(read):
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


def test_two_runs_say_the_same(read):
    assert read() == read()


def test_the_source_is_believed_most():
    assert (uk.SOURCE.slug, uk.SOURCE.rank) == ("uk-psephology", 90)
