from datetime import date

import pytest

from graph.importers import parlgov
from graph.importers.records import BrokenFile, IdentifierRecord, NameRecord
from tests.graph.importers.parlgov.source import COLUMNS, countries


def names(party, kind):
    return [record.name for record in party.other_names if record.kind == kind]


def operates(source):
    (relationship,) = source.relationships("party_operates_in_country")
    return relationship.start_date, relationship.end_date, relationship.verified_at


def test_read_gives_a_party_per_row(source):
    source.party(
        "1229",
        "Brexit Party",
        name="Brexit Party",
        name_short="BP",
        foundation_date="2019-01-20",
        wikipedia="https://en.wikipedia.org/wiki/Brexit_Party",
    )

    party = source.only("party")

    assert (party.key, party.country_code, party.name) == ("parlgov:party:1229", "gb", "Brexit Party")
    assert party.details == {"founded_year": 2019}
    assert party.other_names == (NameRecord(name="BP", kind="acronym"),)
    assert party.identifiers == (
        IdentifierRecord(scheme="parlgov-party", value="1229"),
        IdentifierRecord(scheme="wikipedia", value="Brexit Party"),
    )
    assert party.line == "21__parties__Party.csv.gz:2"


def test_read_shows_a_linked_party_with_its_name_in_party_facts(source):
    source.linked_party(
        "1", "The Consolidation", "Likud", "il", name="HaLikud", wikipedia="https://en.wikipedia.org/wiki/Likud"
    )

    party = source.only("party")

    assert party.name == "Likud"
    assert party.other_names == (
        NameRecord(name="The Consolidation", lang="en"),
        NameRecord(name="HaLikud", kind="native"),
    )
    assert [entry.scheme for entry in party.identifiers] == ["parlgov-party"]


@pytest.mark.parametrize(
    ("short", "name"),
    [
        ("none", "no party affiliation"),
        ("etc", "others"),
        ("ethnic", "ethnic"),
        ("d-gauche", "other left"),
        ("I-PC", "Independent -- Pat Cox"),
        ("x", ""),
    ],
)
def test_read_gives_no_party_for_remaining_votes_and_persons(source, short, name):
    source.party("1", name, name_short=short)

    assert source.read() == []


def test_read_skips_parties_outside_the_graph(source):
    source.party("1", "Austrian People's Party", "at")

    assert source.read() == []


def test_read_gives_a_renamed_party_its_former_names(source):
    source.party("993", "Flemish Block | Flemish Interest", "be", name="Vlaams Blok | Vlaams Belang", name_short="VB")
    source.add(
        "PartyNameChange", party="993", date="1978-07-01", name="Vlaams Nationale Partij ", name_english="National"
    )
    source.add("PartyNameChange", party="993", date="2004-11-14", name="Vlaams Belang", name_english="Flemish Interest")

    party = source.only("party")

    assert party.name == "Flemish Interest"
    assert names(party, "native") == ["Vlaams Belang"]
    assert names(party, "former") == ["Flemish Block", "Vlaams Blok", "National", "Vlaams Nationale Partij"]


def test_read_gives_no_former_name_that_is_another_party_in_party_facts(source):
    source.linked_party(
        "1157", "Populist Party | Republican People's Party", "Republican People's Party", "be", name_short="HP|CHP"
    )
    source.party_facts.party("1423", "Populist Party", "BEL", name_short="HP")

    party = source.only("party")

    assert names(party, "former") == []
    assert names(party, "acronym") == ["CHP"]


def test_read_joins_a_name_of_parts(source):
    source.party("1104", "Democratic | Freedom | Union", "be", name="Demokratyczna | Wolności | Unia")

    party = source.only("party")

    assert party.name == "Democratic Party"
    assert "Unia Wolności" in names(party, "former")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Citizens' Party -- 1987", "Citizens' Party"),
        ("Liberal Party [Brussels Region]", "Liberal Party"),
        ("NO2EU -- Yes to Democracy", "NO2EU – Yes to Democracy"),
        (" Labour Democrats ", "Labour Democrats"),
    ],
)
def test_read_cleans_names(source, written, shown):
    source.party("1", written)

    assert source.only("party").name == shown


def test_read_takes_the_first_of_july_as_a_year(source):
    source.party("1", "Action Party", foundation_date="1942-07-01", dissolution_date="1947-10-20")

    assert operates(source) == ("1942", "1947-10-20", None)


def test_read_takes_the_first_of_july_as_a_day_if_the_row_says_so(source):
    source.party("1", "Action Party", foundation_date="2012-07-01", data_json='{"date_as_is": true}')

    assert operates(source) == ("2012-07-01", "", date(2012, 7, 1))


def test_read_verifies_an_open_end_at_the_last_election(source):
    source.party("1", "Action Party", foundation_date="1942")
    source.election("1", "1946-06-02")
    source.election("2", "1943-01-01")
    source.result("1", "1", "1")
    source.result("2", "1", "2")

    assert operates(source) == ("1942", "", date(1946, 6, 2))


def test_read_rejects_a_party_with_an_invalid_date_and_reads_the_others(source):
    source.party("1", "Action Party", foundation_date="1942-13-01")
    source.party("2", "Labour Party")

    assert [party.name for party in source.entities("party")] == ["Labour Party"]
    assert [record.line for record in source.rejected()] == ["21__parties__Party.csv.gz:2"]


@pytest.mark.parametrize("name", [name for name in COLUMNS if "Code" not in name])
def test_read_raises_broken_file_before_the_first_record(source, name):
    source.party("2", "Labour Party")
    source.write()
    (source.folder / name).unlink()

    with pytest.raises(BrokenFile):
        next(parlgov.read(source.folder, countries()))


def test_read_gives_the_same_records_again(source):
    source.party("2", "Labour Party", name_short="Lab")
    source.election("1", "2019-12-12")
    source.result("1", "2", seats="202", vote_share="32.1")

    assert source.read() == source.read()


def test_read_gives_no_former_name_that_differs_in_accents_or_case_only(source):
    source.party("1", "Centre-Left | Centre-left Party", "be")
    source.add("PartyNameChange", party="1", date="2004-11-14", name="", name_english="Centre-Left Party")

    assert names(source.only("party"), "former") == ["Centre-Left"]
