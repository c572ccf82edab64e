"""Opening the files of the source; each failure to read a whole file is a BrokenFile."""

import csv
import gzip
import json
from collections.abc import Iterable
from pathlib import Path

from graph.importers.records import BrokenFile


def read_json(path: Path):
    """The parsed JSON file, unpacked when its name ends in ``.gz``."""
    try:
        return json.loads(_text(path))
    except ValueError as error:
        raise BrokenFile(f"{path.name} is not JSON: {error}") from error


def read_rows(path: Path, columns: Iterable[str]) -> list[dict[str, str]]:
    """The rows of a CSV file, which must have these columns."""
    rows = csv.DictReader(_text(path).splitlines())
    missing = set(columns) - set(rows.fieldnames or ())
    if missing:
        raise BrokenFile(f"{path.name} has no column {', '.join(sorted(missing))}")
    return list(rows)


def _text(path):
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rb") as file:
            return file.read().decode("utf-8")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise BrokenFile(f"{path.name} cannot be read: {error}") from error
