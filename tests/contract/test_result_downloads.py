"""Test GET /api/results/{slug}/download.csv and download.json (API contract, section 10)."""

import csv
import json
from datetime import timedelta
from io import StringIO

import jsonschema
import pytest
from django.utils import timezone

from config.http.cache import responses
from config.http.streams import MOST_OF_A_CALLER
from graph.actions.results import create_race
from graph.actions.results.records import RaceRecord
from graph.models import Coverage
from graph.results import Method, Mode, Phase
from tests.architecture.source import ROOT
from tests.factories import CoverageFactory, RaceFactory, ReportingUnitFactory, TallyFactory
from tests.results import race, record

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today", "shared_results")]
ELECTION = "/api/results/gb-2019"
CSV, JSON, NIST = (f"{ELECTION}/download.{ending}" for ending in ("csv", "json", "json?format=nist"))
SCHEMA = "shared/data/nist-1500-100/NIST_V2_election_results_reporting.json"
"""The path of the JSON Schema for NIST reports, below one of the folders that contain the project. The repository does
not have this file."""


def get(client, path, **headers):
    """Send a GET request and read the body, because a process streams only a few files at once."""
    response = client.get(path, headers=headers)
    response.getvalue()
    return response


def text(response):
    assert response.status_code == 200
    return response.getvalue().decode()


def table(client, path):
    return list(csv.DictReader(StringIO(text(client.get(path)))))


@pytest.fixture
def rich(gb_2019):
    """Return an election with reporting units, rounds, a party list, a race without a count, and a race that is called
    before all votes are counted."""
    south = gb_2019.races.get(slug="south")
    unit = ReportingUnitFactory(race=south, code="01")
    for candidacy in south.candidacies.all():
        TallyFactory(version=south.current, candidacy=candidacy, unit=unit, votes=10)
    west = race(gb_2019, "west", [], method=Method.INSTANT_RUNOFF)
    west.candidacies.create(key="a", name="Ana")
    version = record(west, [10], sequence=4, ballots=12, rejected=2, phase="counting", units_counted=1, units_total=2)
    version.tallies.create(candidacy=west.candidacies.get(), votes=11, round=1, is_elected=True)
    east = race(gb_2019, "east", [], method=Method.LIST, seats=5)
    east.candidacies.create(key="list", name="The List")
    record(east, [7], sequence=5).tallies.create(candidacy=east.candidacies.get(), round=1, seats=5)
    RaceFactory(election=gb_2019, slug="scheduled").candidacies.create(key="b", name="Bea")
    Coverage.objects.filter(election=gb_2019).update(sequence=5)
    return gb_2019


def test_csv_has_a_row_for_each_tally(client):
    rows = table(client, CSV)

    assert [(row["race"], row["candidacy"], row["votes"]) for row in rows] == [
        (contest, key, votes)
        for contest, counts in (("north", (450, 500, 50)), ("south", (320, 630, 50)))
        for key, votes in zip(("labour-gb", "conservative-gb", "green-gb"), map(str, counts), strict=True)
    ]
    assert (rows[0]["area_code"], rows[0]["phase"], rows[0]["is_called"], rows[0]["unit"]) == (
        "NORTH",
        "final",
        "true",
        "",
    )


def test_csv_of_a_rehearsal_has_its_mode_in_each_row(client):
    rehearsal = CoverageFactory(election__slug="rehearsal", election__status="draft", mode=Mode.TEST).election
    RaceFactory(election=rehearsal).candidacies.create(key="b", name="Bea")

    (row,) = table(client, "/api/results/rehearsal/download.csv")
    assert (list(row)[-1], row["mode"]) == ("mode", "test")
    assert {row["mode"] for row in table(client, CSV)} == {"archive"}


def test_csv_has_units_rounds_and_candidacies_without_a_count(client, rich):
    rows = table(client, CSV)

    assert {row["unit"] for row in rows if row["race"] == "south"} == {"", "01"}
    assert [row["round"] for row in rows if row["race"] == "west"] == ["0", "1"]
    assert [(row["name"], row["phase"], row["votes"]) for row in rows if row["race"] == "scheduled"] == [
        ("Bea", "scheduled", "")
    ]


def test_json_has_records_that_can_be_read_again(client, rich):
    document = json.loads(text(client.get(JSON)))
    races = {row["slug"]: RaceRecord.from_json(row) for row in document.pop("races")}

    assert document == {"election": "gb-2019", "mode": "archive", "version": 5}
    assert list(races) == ["east", "north", "scheduled", "south", "west"]
    south = races["south"]
    assert [row.party for row in south.candidacies] == ["labour-gb", "conservative-gb", "green-gb"]
    assert (south.versions[0].note, south.versions[0].source) == ("Recount", "factbook")
    assert [row.votes for row in south.versions[0].tallies] == [320, 630, 50, 10, 10, 10]
    assert races["scheduled"].versions == []


def test_earlier_state_has_earlier_counts(client):
    for query in ("version=1", "as_of=2019-12-12T22:01:30Z"):
        assert {row["race"] for row in table(client, f"{CSV}?{query}") if row["votes"]} == {"south"}


def test_nist_report_names_races_candidates_and_counts(client):
    report = json.loads(text(client.get(NIST)))

    (election,) = report["Election"]
    assert (report["Status"], report["IsTest"], report["Format"]) == ("unofficial-complete", False, "summary-contest")
    assert [contest["@id"] for contest in election["Contest"]] == ["race-north", "race-south"]
    assert [
        [count["Count"] for count in selection["VoteCounts"]]
        for selection in election["Contest"][1]["ContestSelection"]
    ] == [[320], [630], [50]]
    assert len(election["Candidate"]) == 6
    assert {party["@id"] for party in report["Party"]} == {"party-labour-gb", "party-conservative-gb", "party-green-gb"}


def test_nist_report_of_a_rehearsal_is_a_test(client):
    CoverageFactory(election__slug="rehearsal", election__status="draft", mode=Mode.TEST)

    assert json.loads(text(client.get("/api/results/rehearsal/download.json?format=nist")))["IsTest"] is True


def references(part, name=""):
    """Yield each ID by which a part of the NIST report refers to another part. ``name`` is the name of the member that
    contains ``part``."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield from references(value, key)
    elif isinstance(part, list):
        for value in part:
            yield from references(value, name)
    elif name.endswith(("Id", "Ids")) and name not in ("@id", "VendorApplicationId"):
        yield part


def identifiers(part):
    if isinstance(part, dict):
        yield from [part["@id"]] if "@id" in part else []
        part = list(part.values())
    if isinstance(part, list):
        for value in part:
            yield from identifiers(value)


def test_nist_report_refers_to_its_own_parts(client, rich):
    report = json.loads(text(client.get(NIST)))
    known = list(identifiers(report))

    assert len(known) == len(set(known))
    assert set(references(report)) <= set(known)


@pytest.mark.parametrize("query", ["", "&version=0", "&version=1"])
def test_nist_report_is_valid(client, rich, query):
    report = json.loads(text(client.get(NIST + query)))

    assert report["@type"] == "ElectionResults.ElectionReport"
    for schema in (folder / SCHEMA for folder in ROOT.parents if (folder / SCHEMA).exists()):
        jsonschema.Draft4Validator(json.loads(schema.read_text())).validate(report)


@pytest.mark.parametrize("path", [CSV, JSON, NIST])
def test_download_is_an_uncounted_file_with_an_etag(client, path):
    first = get(client, path)
    unchanged = get(client, path, **{"If-None-Match": first["ETag"]})

    assert first.streaming
    assert "attachment" in first["Content-Disposition"]
    assert first["X-RateLimit-Remaining"] == unchanged["X-RateLimit-Remaining"] == first["X-RateLimit-Limit"]
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert get(client, f"{path}{'&' if '?' in path else '?'}version=1")["ETag"] != first["ETag"]


@pytest.mark.parametrize("path", [CSV, JSON, NIST, ELECTION, f"{ELECTION}/races"])
def test_response_is_modified_when_the_results_change(client, gb_2019, path):
    covered = Coverage.objects.filter(election=gb_2019)
    covered.update(updated_at=timezone.now() - timedelta(hours=2))
    since = {"If-Modified-Since": get(client, path)["Last-Modified"]}
    assert get(client, path, **since).status_code == 304

    # A new count changes ``updated_at``, but the journal has a change only if the phase changes.
    covered.update(updated_at=timezone.now() - timedelta(hours=1))
    responses.expire()

    assert get(client, path, **since).status_code == 200


@pytest.mark.parametrize("path", [CSV, JSON, NIST])
def test_new_race_changes_the_etag_of_a_download(client, gb_2019, path):
    earlier = timezone.now() - timedelta(hours=1)
    Coverage.objects.filter(election=gb_2019).update(phase=Phase.SCHEDULED, updated_at=earlier)
    etag = get(client, path)["ETag"]
    create_race(RaceFactory.build(election=gb_2019))

    assert get(client, path)["ETag"] != etag


@pytest.mark.parametrize("path", ["download.csv", "download.json"])
def test_unknown_election_is_404(client, path):
    assert client.get(f"/api/results/nothing/{path}").status_code == 404


def test_races_are_read_in_parts_with_the_same_result(client, monkeypatch, rich):
    whole = text(client.get(JSON))
    monkeypatch.setattr("snapshots.results.downloads.CHUNK", 2)

    assert text(client.get(JSON)) == whole


@pytest.mark.parametrize("path", [CSV, JSON, NIST])
def test_few_downloads_at_once_leave_threads_for_others(client, path):
    streams = [client.get(path) for _ in range(MOST_OF_A_CALLER)]

    rejected = client.get(path)
    unchanged = client.get(path, headers={"If-None-Match": streams[0]["ETag"]})
    bodies = [text(stream) for stream in streams]

    assert (rejected.status_code, rejected["Retry-After"]) == (429, "10")
    assert rejected.json()["detail"] == "Too many files are being downloaded at the moment."
    assert unchanged.status_code == 304
    assert all(bodies)
    assert text(client.get(path))


@pytest.mark.parametrize("path", [CSV, JSON, NIST])
def test_head_has_the_headers_of_get(client, path):
    head, full = client.head(path), get(client, path)

    for name in ("ETag", "Last-Modified", "Content-Type", "Content-Disposition"):
        assert head[name] == full[name]
    assert "Content-Length" not in head
