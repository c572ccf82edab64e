"""Test the conversion of JSON objects about races to dataclasses, and back."""

import pytest

from graph.actions.results.records import InvalidRecord, RaceRecord, TallyRecord, VersionRecord

ABERAVON = {
    "election": "united-kingdom-2019-legislative",
    "slug": "aberavon",
    "name": "Aberavon",
    "area": {"name": "Aberavon", "code": "W07000049", "scheme": "gss", "level": "constituency", "region": "Wales"},
    "method": "plurality",
    "seats": 1,
    "comparability": "comparable",
    "candidacies": [
        {"key": "kinnock", "name": "Stephen Kinnock", "label": "Labour", "party": "labour-party-gb", "incumbent": True},
        {"key": "lang", "name": "Charlotte Lang", "label": "Conservative"},
    ],
    "units": [{"code": "1", "name": "Port Talbot", "level": "ward"}],
    "versions": [
        {
            "phase": "final",
            "kind": "count",
            "received_at": "2019-12-13T03:12:00Z",
            "electorate": 50_750,
            "rejected": 0,
            "tallies": [[0, 0, None, 17_008, 53.8, True], [1, 0, None, 6518, None, False], [0, 0, 0, 5]],
        }
    ],
}


def test_record_becomes_the_same_json_again():
    assert RaceRecord.from_json(ABERAVON).to_json() == ABERAVON


def test_tallies_have_names():
    (version,) = RaceRecord.from_json(ABERAVON).versions

    assert version.tallies[0] == TallyRecord(candidacy=0, votes=17_008, share=53.8, elected=True)
    assert version.tallies[2].unit == 0


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"slug": None}, "slug is not of type str: None"),
        ({"seats": "1"}, "seats is not of type int: '1'"),
        ({"seats": True}, "seats is not of type int: True"),
        ({"colour": "red"}, "The race has unknown fields: colour"),
        ({"area": {"code": "W07000049"}}, "The area lacks name"),
        ({"area": "Aberavon"}, "The area is not an object"),
        ({"candidacies": {}}, "candidacies is not a list"),
        ({"previous": ["a-slug", 2]}, "previous is not of type str: 2"),
    ],
)
def test_from_json_names_the_wrong_field(change, reason):
    with pytest.raises(InvalidRecord, match=reason):
        RaceRecord.from_json(ABERAVON | change)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"received_at": "yesterday"}, "received_at is not a time"),
        ({"received_at": 3}, "received_at is not a time"),
        ({"received_at": "2019-12-13T03:12:00"}, "received_at has no time zone"),
        ({"tallies": [{}]}, "A tally is not a list"),
        ({"tallies": [[]]}, "A tally is not a list"),
        ({"tallies": [[0] * 8]}, "A tally is not a list"),
        ({"tallies": [[0, 0, None, 1.5]]}, "votes of a tally is not of type int: 1.5"),
    ],
)
def test_from_json_names_the_wrong_value_of_a_version(change, reason):
    with pytest.raises(InvalidRecord, match=reason):
        VersionRecord.from_json(change)
