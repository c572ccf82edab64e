import pytest

from graph.importers.parlgov.elections import turnout
from graph.importers.records import IdentifierRecord
from graph.kinds import ElectionKind, ElectionStatus
from tests.graph.importers.parlgov.source import EUROPEAN_PARLIAMENT


def test_read_gives_an_election_with_its_results(source):
    source.party("773", "Conservatives")
    source.party("1556", "Labour")
    source.election("1042", "2019-12-12", electorate="47587254", votes_cast="32014110")
    source.result("1", "773", "1042", seats="365", vote_share="43.63", votes="13966454")
    source.result("2", "1556", "1042", seats="202", vote_share="32.08", votes="10269051")

    election = source.only("election")

    assert (election.key, election.name) == ("parlgov:election:1042", "2019 United Kingdom legislative election")
    assert election.identifiers == (IdentifierRecord(scheme="parlgov-election", value="1042"),)
    assert election.details == {
        "date": "2019-12-12",
        "kind": ElectionKind.LEGISLATIVE,
        "status": ElectionStatus.HELD,
        "winner": "Conservatives",
        "turnout": 67.27,
        "result_margin": 11.55,
    }


def test_read_relates_an_election_to_its_country_on_its_day(source):
    source.election("1042", "2019-12-12")

    (held,) = source.relationships("election_occurs_in_country")

    assert (held.subject, held.object) == ("parlgov:election:1042", "country:gb")
    assert (held.start_date, held.end_date) == ("2019-12-12", "2019-12-12")


def test_read_gives_a_european_election_per_member_state(source):
    source.election("1", "2019-05-26", "de", EUROPEAN_PARLIAMENT)
    source.election("2", "2019-05-26", "fr", EUROPEAN_PARLIAMENT)

    assert [(election.name, election.details["kind"]) for election in source.entities("election")] == [
        ("2019 Germany European Parliament election", ElectionKind.EUROPEAN),
        ("2019 France European Parliament election", ElectionKind.EUROPEAN),
    ]


def test_read_names_the_month_of_two_elections_in_a_year(source):
    source.election("1", "1974-02-28")
    source.election("2", "1974-10-10")
    source.election("3", "1974-06-09", type_=EUROPEAN_PARLIAMENT)

    assert [election.name for election in source.entities("election")] == [
        "February 1974 United Kingdom legislative election",
        "October 1974 United Kingdom legislative election",
        "1974 United Kingdom European Parliament election",
    ]


def test_read_rejects_members_appointed_on_accession(source):
    source.election("1", "1981-01-01", "ie", EUROPEAN_PARLIAMENT)

    assert source.entities("election") == []
    assert [(record.reason, record.line) for record in source.rejected()] == [
        ("members appointed when the country joined the Union are no election", "31__elections__Election.csv.gz:2")
    ]


@pytest.mark.parametrize("date", ["", "1974-02-30"])
def test_read_rejects_an_election_without_a_day_and_reads_the_others(source, date):
    source.election("1", date)
    source.election("2", "1974-10-10")

    assert [election.key for election in source.entities("election")] == ["parlgov:election:2"]
    assert [record.line for record in source.rejected()] == ["31__elections__Election.csv.gz:2"]


def test_read_rejects_an_election_with_an_invalid_result_and_reads_the_others(source):
    source.election("1", "1974-02-28")
    source.election("2", "1974-10-10")
    source.result("1", "773", seats="many")

    assert [election.key for election in source.entities("election")] == ["parlgov:election:2"]
    assert [record.line for record in source.rejected()] == ["31__elections__Election.csv.gz:2"]


@pytest.mark.parametrize(
    ("votes_cast", "electorate", "share"),
    [
        ("32014110", "47587254", 67.27),
        ("17360065", "3701924", None),
        ("", "47587254", None),
        ("32014110", "", None),
        ("32014110", "0", None),
        ("0", "47587254", None),
    ],
    ids=["known", "error in the source", "unknown votes", "unknown electorate", "empty electorate", "no votes"],
)
def test_turnout_is_none_when_unknown_or_impossible(votes_cast, electorate, share):
    assert turnout(votes_cast, electorate) == share


@pytest.mark.parametrize(("country", "type_"), [("at", "13"), ("gb", "99")], ids=["country", "kind"])
def test_read_rejects_an_election_of_an_unknown_country_or_kind(source, country, type_):
    source.election("1", "1974-02-28", country, type_)

    assert source.entities("election") == []
    assert [record.reason for record in source.rejected()] == ["its country or its kind is unknown"]
