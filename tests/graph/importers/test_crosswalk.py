"""The crosswalk: the countries and their codes in the other sources."""

import pytest

from graph.importers import crosswalk
from graph.importers.crosswalk import PARTY_FACTS, Countries
from graph.importers.factbook.reader import GEC
from graph.importers.records import BrokenFile, IdentifierRecord, RejectedRecord
from graph.importers.reign.elections import CORRELATES_OF_WAR, REIGN_NAME

HEADER = (
    "iso2,iso3,name,status,continent,factbook_gec,everypolitician_slug,partyfacts_country,reign_country,reign_ccode\n"
)
FRANCE = "fr,FRA,France,UN member,Europe,fr,France,FRA,France,220\n"
GERMANY = "de,DEU,Germany,UN member,Europe,gm,Germany,DEU,German Federal Republic|Germany,260|255\n"
TAJIKISTAN = "tj,TJK,Tajikistan,UN member,Asia,ti,Tajikistan,TJK,Tajikistan|Tajkistan,702|702\n"
PALESTINE = "ps,PSE,Palestine,UN observer,Asia,we+gz,,PSE,,\n"
KOSOVO = "xk,XKX,Kosovo,alternate - not in the 196,Europe,kv,Kosovo,XKX,Kosovo,347\n"


@pytest.fixture
def read(tmp_path):
    def _read(*rows, header=HEADER):
        (tmp_path / "countries-196.csv").write_text(header + "".join(rows), encoding="utf-8")
        return list(crosswalk.read(tmp_path, Countries([])))

    return _read


def test_read_gives_a_country_with_its_continent_and_codes(read):
    [france] = read(FRANCE)

    assert (france.key, france.kind, france.name, france.country_code) == ("country:fr", "country", "France", "fr")
    assert france.details == {"continent": "Europe"}
    assert IdentifierRecord(scheme="iso3166-1-alpha-3", value="FRA") in france.identifiers
    assert france.line == "countries-196.csv:2"


def test_read_leaves_out_kosovo(read):
    assert [record.country_code for record in read(FRANCE, KOSOVO)] == ["fr"]


def test_read_splits_values_between_bars(read):
    [germany] = read(GERMANY)

    values = [entry.value for entry in germany.identifiers if entry.scheme in (REIGN_NAME, CORRELATES_OF_WAR)]
    assert values == ["German Federal Republic", "Germany", "260", "255"]


def test_read_gives_a_repeated_code_once(read):
    [tajikistan] = read(TAJIKISTAN)

    assert [entry.value for entry in tajikistan.identifiers if entry.scheme == CORRELATES_OF_WAR] == ["702"]


def test_read_gives_palestine_two_factbook_codes_and_no_empty_codes(read):
    [palestine] = read(PALESTINE)

    assert [(entry.scheme, entry.value) for entry in palestine.identifiers] == [
        ("iso3166-1-alpha-3", "PSE"),
        (GEC, "we"),
        (GEC, "gz"),
        (PARTY_FACTS, "PSE"),
    ]


def test_read_rejects_a_country_without_a_code_and_reads_the_others(read):
    rejected, france = read(FRANCE.replace("fr,FRA", ",FRA"), FRANCE)

    assert isinstance(rejected, RejectedRecord)
    assert rejected.line == "countries-196.csv:2"
    assert france.name == "France"


@pytest.mark.parametrize("header", [HEADER.replace("factbook_gec", "gec"), ""])
def test_read_raises_broken_file_without_the_columns(read, header):
    with pytest.raises(BrokenFile, match="has no column"):
        read(FRANCE, header=header)


def test_read_raises_broken_file_for_a_missing_file(tmp_path):
    with pytest.raises(BrokenFile, match="cannot be read"):
        list(crosswalk.read(tmp_path, Countries([])))
