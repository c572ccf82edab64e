"""The file of the Factbook as a whole."""

import gzip
import json

import pytest

from graph.importers import factbook
from graph.importers.crosswalk import Countries, Country
from graph.importers.factbook.reader import GEC
from graph.importers.records import BrokenFile, RejectedRecord

AUSTRIA = Country(code="at", name="Austria", slug="austria", codes={GEC: ("au",)})
PALESTINE = Country(code="ps", name="Palestine", slug="palestine", codes={GEC: ("we", "gz")})
PAGE = {
    "People and Society": {"Population": {"total": {"text": "9,174,390 (2025 est.)"}}},
    "Government": {
        "Country name": {"conventional long form": {"text": "Republic of Austria"}},
        "Government type": {"text": "federal parliamentary republic"},
        "Capital": {"name": {"text": "Vienna"}},
        "Executive branch": {
            "chief of state": {"text": "President Alexander VAN DER BELLEN (since 26 January 2017)"},
            "head of government": {"text": "Chancellor Christian STOCKER (since 3 March 2025)"},
            "cabinet": {"text": "Council of Ministers proposed by the chancellor"},
            "election/appointment process": {"text": "president directly elected for a 6-year term"},
            "most recent election date": {"text": "9 October 2022"},
            "election results": {
                "text": "<br><em>2022:</em> Alexander VAN DER BELLEN reelected in first round; percent of vote - "
                "Alexander VAN DER BELLEN (independent) 56.7%, Walter ROSENKRANZ (FPO) 17.7%"
            },
        },
    },
}


@pytest.fixture
def read(tmp_path):
    def _read(pages, *countries):
        with gzip.open(tmp_path / "factbook.json.gz", "wt", encoding="utf-8") as file:
            json.dump(pages, file)
        return list(factbook.read(tmp_path, Countries(countries)))

    return _read


def test_a_page_is_found_by_the_code_of_the_factbook_not_of_iso(read, entities):
    records = read({"au": PAGE, "as": {"Government": {}}}, AUSTRIA)

    [country] = entities(records, "country")
    assert (country.key, country.details["capital"]) == ("country:at", "Vienna")


def test_who_leads_and_who_won_is_one_politician(read, entities, relationships):
    records = read({"au": PAGE}, AUSTRIA)

    assert len(entities(records, "politician")) == 3
    [winner] = [r for r in relationships(records, "politician_participated_in_election") if r.role == "winner"]
    assert winner.subject in {r.subject for r in relationships(records, "politician_holds_office")}


def test_every_relationship_speaks_of_records_of_the_run_or_of_countries(read, entities, relationships):
    records = read({"au": PAGE}, AUSTRIA)

    keys = {entity.key for entity in entities(records)}
    assert {key for r in relationships(records) for key in (r.subject, r.object)} <= keys


def test_reading_twice_gives_the_same(read):
    assert read({"au": PAGE}, AUSTRIA) == read({"au": PAGE}, AUSTRIA)


def test_the_pages_of_palestine_give_its_population(read, entities):
    parts = [{"People and Society": {"Population": {"total": {"text": text}}}, "Government": {
        "Country name": {"conventional short form": {"text": name}}}} for text, name in
        (("3,310,554 (2025 est.)", "West Bank"), ("2,184,652 (2025 est.)", "Gaza Strip"))]  # fmt: skip

    [palestine] = entities(read(dict(zip(("we", "gz"), parts, strict=True)), PALESTINE))

    assert (palestine.name, palestine.details) == ("Palestine", {"population": 5495206})
    assert palestine.other_names == ()


def test_a_country_without_a_page_is_refused_and_the_others_go_on(read, entities):
    records = read({"au": PAGE}, PALESTINE, AUSTRIA)

    assert records[0] == RejectedRecord(reason="Palestine has no page", line="factbook.json.gz#we+gz")
    assert entities(records, "country")


def test_a_page_of_the_wrong_shape_is_refused_and_the_others_go_on(read, entities):
    records = read({"we": {"Government": "lost"}, "au": PAGE}, PALESTINE, AUSTRIA)

    assert [type(record) for record in records[:1]] == [RejectedRecord]
    assert entities(records, "country")


@pytest.mark.parametrize("content", [b"no gzip", gzip.compress(b"{no json"), gzip.compress(b"[1, 2]")])
def test_a_file_that_is_no_gzip_no_json_or_no_pages_is_broken(tmp_path, content):
    (tmp_path / "factbook.json.gz").write_bytes(content)

    with pytest.raises(BrokenFile, match=r"factbook\.json\.gz"):
        list(factbook.read(tmp_path, Countries([AUSTRIA])))


def test_a_missing_file_is_broken(tmp_path):
    with pytest.raises(BrokenFile):
        list(factbook.read(tmp_path, Countries([AUSTRIA])))
