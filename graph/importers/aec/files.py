"""Opening the files of the source: a title comes first, then the header."""

import csv
import gzip
import zlib
from collections.abc import Iterable
from pathlib import Path

from graph.importers.records import BrokenFile


def read_rows(file: Path, columns: Iterable[str]) -> list[tuple[str, dict[str, str]]]:
    """Each row's place and its cells. Raises BrokenFile when a column is missing or nothing can be read."""
    try:
        with gzip.open(file, "rt", encoding="utf-8-sig", newline="") as lines:
            next(lines, None)
            reader = csv.DictReader(lines, restval="")
            missing = set(columns) - set(reader.fieldnames or ())
            rows = [(f"{file.name}:{reader.line_num + 1}", row) for row in reader]
    except (OSError, EOFError, zlib.error, UnicodeDecodeError, csv.Error) as error:
        raise BrokenFile(f"{file.name} cannot be read: {error}") from error
    if missing:
        raise BrokenFile(f"{file.name} has no column {', '.join(sorted(missing))}")
    return rows
