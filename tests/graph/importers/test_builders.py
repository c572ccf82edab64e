"""Test the functions of `graph.importers.builders`, which make the records of a chamber, election, party or
politician."""

import pytest

from graph.importers.builders import chamber, election, party, politician
from graph.importers.records import IdentifierRecord
from graph.kinds import ElectionKind
from graph.results import percentage


def test_chamber_has_the_office_of_its_members():
    house, office, *relationships = chamber(
        "fr:house", "fr:member", "fr", name="National Assembly", country_name="France", seats=577
    )

    assert (house.name, house.details) == (
        "National Assembly",
        {"institution_type": "lower chamber", "seats": 577},
    )
    assert (office.name, office.details) == ("Member of the National Assembly of France", {"office_type": "legislator"})
    assert office.evidence == {"institution": "fr:house"}
    assert [(row.type, row.subject, row.object) for row in relationships] == [
        ("office_in_country", "fr:member", "country:fr"),
        ("institution_in_country", "fr:house", "country:fr"),
        ("institution_contains_office", "fr:house", "fr:member"),
    ]


def test_politician_has_the_year_of_birth_and_other_spellings_as_aliases():
    person = politician("x:1", "Ann Lee", "fr", spellings=["Ann Lee", "A. Lee"], born="1970-02", identifiers={"a": "1"})

    assert (person.details, person.evidence) == ({"birth_year": 1970}, {"birth_date": "1970-02"})
    assert [(name.name, name.kind) for name in person.other_names] == [("A. Lee", "alias")]
    assert person.identifiers == (IdentifierRecord(scheme="a", value="1"),)


def test_party_operates_in_its_country_from_start_to_end():
    entity, operates = party("x:1", "Union", "fr", start="1990", end="2001-02", verified_at=None, line="file:1")

    assert (entity.kind, entity.name, entity.identifiers) == ("party", "Union", ())
    assert (operates.type, operates.subject, operates.object) == ("party_operates_in_country", "x:1", "country:fr")
    assert (operates.start_date, operates.end_date, operates.line) == ("1990", "2001-02", "file:1")


def test_election_leaves_unknown_results_out():
    entity, *_ = election_of(results={"winner": "A", "turnout": None, "result_margin": 0.0})

    assert entity.details == {
        "date": "2022-04-24",
        "kind": "presidential",
        "status": "held",
        "winner": "A",
        "result_margin": 0.0,
    }


@pytest.mark.parametrize(
    ("office", "types"),
    [
        ("fr:president", ["election_occurs_in_country", "office_elected_in_election"]),
        ("", ["election_occurs_in_country"]),
    ],
)
def test_election_has_relationships_of_one_day_and_names_the_office_where_known(office, types):
    _, *relationships = election_of(office=office)

    assert [row.type for row in relationships] == types
    assert {(row.start_date, row.end_date) for row in relationships} == {("2022-04-24", "2022-04-24")}


def election_of(results=(), office=""):
    results = dict(results)
    day, kind = "2022-04-24", ElectionKind.PRESIDENTIAL
    return list(election("fr:2022", "2022 election", "fr", day=day, kind=kind, results=results, office=office, line=""))


@pytest.mark.parametrize(("part", "whole", "percent"), [(1, 3, 33.33), (0, 3, 0.0), (1, 0, None)])
def test_percentage_has_two_decimals_and_needs_a_whole(part, whole, percent):
    assert percentage(part, whole) == percent
