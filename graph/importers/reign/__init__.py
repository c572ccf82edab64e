"""REIGN: national elections since 1950 that decide who leads a country, with their dates and nothing else.

Titles, people and results are not taken: the list has surnames only, and other sources know better.
"""

import csv
import gzip
import zlib
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from graph.importers.crosswalk import Countries
from graph.importers.records import BrokenFile, Record, SourceRecord
from graph.importers.reign.elections import Elections

SOURCE = SourceRecord(
    slug="reign",
    name="Rulers, Elections, and Irregular Governance (REIGN)",
    url="https://github.com/OEFDataScience/REIGN.github.io",
    licence="none stated",
    retrieved=date(2021, 3, 1),
    rank=20,
)
FILE = "electionlist_3_21.csv.gz"
COLUMNS = frozenset(
    {"ccode", "country", "elec_year", "elec_month", "elec_day", "event", "elecnum", "type", "direct", "runoff"}
)


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Records of the elections that were held; announcements, forecasts and referendums are passed over."""
    elections = Elections(countries)
    for line, row in _rows(path / FILE):
        yield from elections.records(line, row)


def _rows(file):
    try:
        with gzip.open(file, "rt", encoding="utf-8", newline="") as lines:
            reader = csv.DictReader(lines, restval="")
            missing = COLUMNS - set(reader.fieldnames or ())
            rows = [(f"{file.name}:{reader.line_num}", row) for row in reader]
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, csv.Error) as error:
        raise BrokenFile(f"{file.name} cannot be read: {error}") from error
    if missing:
        raise BrokenFile(f"{file.name} has no column {', '.join(sorted(missing))}")
    return rows
