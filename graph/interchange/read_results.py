"""Read a CSV or JSON file of election results, and record its counts."""

from pathlib import Path
from typing import BinaryIO

from graph.actions.results.ingest import IngestReport, ingest
from graph.interchange.read_csv import read_csv
from graph.interchange.read_nist import read_nist
from graph.models import Coverage
from graph.results import Mode

READERS = {".csv": lambda file, coverage: read_csv(file, is_test=coverage.mode == Mode.TEST), ".json": read_nist}
"""Maps the extension of a file to the function that reads this format: ``reader(file, coverage)`` yields a `RaceUpdate`
for each race."""


def ingest_file(coverage: Coverage, file: BinaryIO, name: str, **options) -> IngestReport:
    """Record the results of an election from an open file. ``coverage`` is the `Coverage` row of the election. The
    ``name`` of the file ends with ``.csv`` or ``.json``, which determines the format. ``options`` are passed to
    `graph.actions.results.ingest.ingest`. Return a report of what was recorded and rejected. Raise UnreadableFile if
    the whole file cannot be read."""
    return ingest(coverage, READERS[Path(name).suffix.lower()](file, coverage), **options)


def describe_report(report: IngestReport) -> str:
    counts = f"{report.recorded} recorded, {report.unchanged} unchanged, {report.late} late"
    return f"{counts}, {len(report.rejected)} rejected"
