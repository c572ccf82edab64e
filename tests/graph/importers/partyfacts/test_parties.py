import pytest

from graph.importers import partyfacts
from graph.importers.records import BrokenFile, IdentifierRecord
from tests.graph.importers.partyfacts.source import COLUMNS, COUNTRIES


def identifiers(party, scheme):
    return [entry.value for entry in party.identifiers if entry.scheme == scheme]


def test_read_gives_a_party_per_row(source):
    source.party(
        "1610",
        "Nationalist Movement Party",
        name="Milliyetçi Hareket Partisi",
        name_short="MHP",
        year_first="1969",
        share="18.0",
        share_year="1999",
    )

    party = source.only_party()

    assert (party.key, party.country_code, party.name) == ("partyfacts:1610", "tr", "Nationalist Movement Party")
    assert party.identifiers == (IdentifierRecord(scheme="partyfacts", value="1610"),)
    assert party.line == "core-parties.csv.gz:2"


def test_read_skips_technical_rows(source):
    source.party("3090", "other", technical="12", year_first="1750")

    assert source.read() == []


@pytest.mark.parametrize(
    ("country", "name", "reason"),
    [
        ("DDR", "Socialist Unity Party of Germany", "DDR is no country of the graph"),
        ("TUR", "Government’s [no-patrty]", "the source says that it is no party"),
        ("FRA", "other far-left", "the source says that it is no party"),
        ("TUR", "[ ]", "a party needs an identifier and a name"),
    ],
)
def test_read_rejects_a_row_that_is_no_party_and_reads_the_others(source, country, name, reason):
    source.party("1", name, country)
    source.party("306", "Justice and Development Party")

    assert [party.name for party in source.parties()] == ["Justice and Development Party"]
    assert [(record.reason, record.line) for record in source.rejected()] == [(reason, "core-parties.csv.gz:2")]


def test_read_gives_numbers_of_other_registers(source):
    source.party(
        "1060", "Republican Peoples Party", wikipedia="https://en.wikipedia.org/wiki/Republican_People%27s_Party"
    )
    source.add("wikidata", partyfacts_id="1060", wikidata_id="Q19079")
    source.add("partyfacts-parlgov", parlgov_id="1157", partyfacts_id="1060")

    party = source.only_party()

    assert identifiers(party, "wikidata") == ["Q19079"]
    assert identifiers(party, "parlgov-party") == ["1157"]
    assert identifiers(party, "wikipedia") == ["Republican People's Party"]


def test_read_takes_the_lowest_of_several_parlgov_numbers(source):
    source.party("1567", "Conservatives", "GBR")
    for number in ("1496", "773", "NA"):
        source.add("partyfacts-parlgov", parlgov_id=number, partyfacts_id="1567")

    assert identifiers(source.only_party(), "parlgov-party") == ["773"]


def test_read_skips_wrong_links(source):
    source.party("859", "Hungarian Communist Workers' Party")
    source.add("partyfacts-parlgov", parlgov_id="2659", partyfacts_id="859")

    assert identifiers(source.only_party(), "parlgov-party") == []


def test_read_gives_no_title_that_two_parties_have(source):
    for number, country in (("963", "GBR"), ("2507", "IRL")):
        source.party(number, "Sinn Fein", country.replace("IRL", "BEL"))
        source.add("wikipedia", partyfacts_id=number, url="https://en.wikipedia.org/wiki/Sinn_F%C3%A9in")

    assert [identifiers(party, "wikipedia") for party in source.parties()] == [[], []]


@pytest.mark.parametrize(
    "address",
    [
        "https://en.wikipedia.org/wiki/1946_Siamese_general_election",
        "https://en.wikipedia.org/wiki/List_of_political_parties_in_Cyprus",
        "https://de.wikipedia.org/wiki/Heimatblock",
        "https://en.wikipedia.org/wiki/Milan_Bandi%C4%87",
    ],
)
def test_read_gives_no_title_of_an_article_about_something_else(source, address):
    source.party("1", "Sahachip Party", wikipedia=address)

    assert identifiers(source.only_party(), "wikipedia") == []


def test_read_starts_with_existing_parties_and_those_with_more_votes(source):
    source.party("4758", "Democrat Party", year_last="1961", share="53.3")
    source.party("900", "Democrat Party", share="0.7")
    source.party("899", "Democrat Party", share="6.0")

    assert [party.key for party in source.parties()] == ["partyfacts:899", "partyfacts:900", "partyfacts:4758"]


def test_read_gives_the_same_records_again(source):
    source.party("1610", "Nationalist Movement [Action] Party", name_short="MHP")
    source.party("306", "Justice and Development Party", name_short="AKP")

    assert source.read() == source.read()


@pytest.mark.parametrize("name", COLUMNS)
def test_read_raises_broken_file_before_the_first_record(source, name):
    source.party("306", "Justice and Development Party")
    source.write()
    (source.folder / name).unlink()

    with pytest.raises(BrokenFile):
        next(partyfacts.read(source.folder / "partyfacts", COUNTRIES))


@pytest.mark.parametrize(
    ("position", "year_last", "expected"),
    [
        ("-1.15", "", {"left_right": -0.5, "position_year": 2025}),
        ("2.3", "", {"left_right": 1, "position_year": 2025}),
        ("2.9", "", {"left_right": 1, "position_year": 2025}),
        ("0", "1946", {"left_right": 0, "position_year": 1946}),
        ("NA", "", {}),
    ],
)
def test_read_gives_the_position_in_the_year_of_the_source_or_of_the_end(source, position, year_last, expected):
    source.party("1", "Republican People's Party", year_last=year_last)
    source.add("party-position", partyfacts_id="1", position=position)

    details = source.only_party().details

    assert {name: details[name] for name in ("left_right", "position_year") if name in details} == expected
