"""Records that several importers build in the same way."""

import pytest

from graph.importers.builders import election_relationships, held_election, lower_chamber, percentage
from graph.importers.records import EntityRecord
from graph.kinds import ElectionKind, Kind


def test_lower_chamber_has_the_office_of_its_members():
    chamber, office, *relationships = lower_chamber(
        "fr:house", "fr:member", "fr", name="National Assembly", country_name="France", seats=577
    )

    assert (chamber.name, chamber.details) == (
        "National Assembly",
        {"institution_type": "lower chamber", "seats": 577},
    )
    assert (office.name, office.details) == ("Member of the National Assembly of France", {"office_type": "legislator"})
    assert office.evidence == {"institution": "fr:house"}
    assert [(row.type, row.subject, row.object) for row in relationships] == [
        ("institution_in_country", "fr:house", "country:fr"),
        ("office_in_country", "fr:member", "country:fr"),
        ("institution_contains_office", "fr:house", "fr:member"),
    ]


def test_held_election_leaves_unknown_results_out():
    details = held_election("2022-04-24", ElectionKind.PRESIDENTIAL, winner="A", turnout=None, result_margin=0.0)

    assert details == {
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
def test_election_relationships_last_one_day_and_name_the_office_where_known(office, types):
    details = held_election("2022-04-24", ElectionKind.PRESIDENTIAL)
    election = EntityRecord(key="fr:2022", kind=Kind.ELECTION, name="", country_code="fr", details=details)

    relationships = list(election_relationships(election, office))

    assert [row.type for row in relationships] == types
    assert {(row.start_date, row.end_date) for row in relationships} == {("2022-04-24", "2022-04-24")}


@pytest.mark.parametrize(("part", "whole", "percent"), [(1, 3, 33.33), (0, 3, 0.0), (1, 0, None)])
def test_percentage_has_two_decimals_and_needs_a_whole(part, whole, percent):
    assert percentage(part, whole) == percent
