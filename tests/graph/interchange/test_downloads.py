"""Test that the downloaded results of an election can be ingested again, and that this changes nothing."""

from dataclasses import replace
from io import BytesIO

import pytest
from django.utils import timezone

from graph.actions.results import record, recorded
from graph.actions.results.records import TallyRecord, VersionRecord
from graph.interchange.nist import Report, nist_chunks
from graph.interchange.read_results import ingest_file
from graph.interchange.result_files import csv_chunks
from graph.models import Race
from tests.graph.interchange.result_reports import covered_election, race_record

pytestmark = pytest.mark.django_db

VERSIONS = {
    "counting": VersionRecord(
        electorate=50_000, valid=26, tallies=[TallyRecord(i, votes=v) for i, v in enumerate((12, 9, 5))]
    ),
    "by unit": VersionRecord(tallies=[TallyRecord(i, 0, unit, 3 + i) for i in range(3) for unit in range(2)]),
    "two rounds": VersionRecord(
        tallies=[
            *(TallyRecord(index, votes=votes) for index, votes in enumerate((12, 9, 5))),
            TallyRecord(0, 1, votes=14),
            TallyRecord(1, 1, votes=12),
        ]
    ),
    "final": VersionRecord(
        phase="final", ballots=30, valid=26, rejected=4, tallies=[TallyRecord(i, votes=9 - i) for i in range(3)]
    ),
    "won": VersionRecord(
        phase="certified",
        kind="certification",
        is_called=True,
        units_counted=2,
        units_total=2,
        two_party=[["labour-gb", 15], ["conservative-gb", 9]],
        tallies=[TallyRecord(index, votes=9 - index, elected=index == 0) for index in range(3)],
    ),
    "won in the last round": VersionRecord(
        phase="final",
        is_called=True,
        tallies=[
            *(TallyRecord(index, votes=votes) for index, votes in enumerate((12, 9, 5))),
            TallyRecord(0, 1, votes=14, elected=True),
            TallyRecord(1, 1, votes=12, elected=False),
        ],
    ),
    "called": VersionRecord(
        is_called=True,
        tallies=[TallyRecord(0, votes=9, elected=True), TallyRecord(1, votes=2), TallyRecord(2, votes=0)],
    ),
}


def nist(races):
    now = timezone.now()
    name, kind, day = "2019 general election", "legislative", "2019-12-12"
    return nist_chunks(Report(name, races[0].election, kind, day, day, "gb", "counting", 1, now), races)


def archive(races):
    return csv_chunks(races, "archive")


def without_mode(races):
    """Yield the CSV file as it was before it had the column ``mode``."""
    for line in archive(races):
        yield b"".join(row.rpartition(b",")[0] + b"\r\n" for row in line.splitlines())


@pytest.mark.parametrize("version", VERSIONS.values(), ids=VERSIONS)
@pytest.mark.parametrize(
    ("name", "chunks"), [("download.csv", archive), ("download.csv", without_mode), ("download.json", nist)]
)
def test_download_changes_nothing_when_it_is_ingested(name, chunks, version):
    coverage = covered_election()
    races = []
    for race in Race.objects.order_by("slug"):
        record(race, version)
        race.refresh_from_db()
        races.append(replace(race_record(race.slug), versions=[recorded(race.current)]))

    report = ingest_file(coverage, BytesIO(b"".join(chunks(races))), name)

    assert (report.recorded, report.unchanged, report.late, report.rejected) == (0, 2, 0, [])
