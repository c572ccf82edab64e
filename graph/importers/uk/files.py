"""Opening the files of the source, whose columns are known by their place: half of the files have no header."""

import csv
import gzip
import zlib
from itertools import zip_longest
from pathlib import Path

from graph.importers.records import BrokenFile

# First cells of the headers, where there is one.
HEADERS = ("ONS ID", "Election date", "By-election date")


def read_rows(file: Path, columns: tuple[str, ...]) -> list[tuple[str, dict[str, str]]]:
    """Each row's place and its cells by column; a cell that a row lacks is empty, those past the columns are dropped.

    Raises BrokenFile when there is nothing to read or the first row is too short for the columns.
    """
    rows = [row for row in _cells(file) if row[1] and row[1][0] not in HEADERS]
    if not rows or len(rows[0][1]) < len(columns):
        raise BrokenFile(f"{file.parent.name}/{file.name} does not have {len(columns)} columns")
    return [(line, dict(zip_longest(columns, row[: len(columns)], fillvalue=""))) for line, row in rows]


def _cells(file):
    place = "/".join(file.parts[-3:])
    try:
        # Some of the files start with a byte order mark.
        with gzip.open(file, "rt", encoding="utf-8-sig", newline="") as lines:
            reader = csv.reader(lines)
            return [(f"{place}:{reader.line_num}", row) for row in reader]
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, csv.Error) as error:
        raise BrokenFile(f"{place} cannot be read: {error}") from error
