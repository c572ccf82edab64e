"""Reading a packed CSV table whose rows know their place in the file."""

import csv
import gzip
import io
import re
import zlib
from collections.abc import Iterable
from pathlib import Path

from graph.importers.records import BrokenFile

YEAR = re.compile(r"\b(?:1[6-9]|20)[0-9]{2}\b")
NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


class Row(dict):
    """One row by column; ``line`` is where it starts: ``ches.csv.gz:12``."""

    line = ""


def read_table(path: Path, columns: Iterable[str]) -> list[Row]:
    """The rows of a ``.csv.gz`` file, blanks at the edges of values gone; BrokenFile without one of the columns."""
    reader = csv.DictReader(io.StringIO(_text(path), newline=""))
    try:
        missing = set(columns) - set(reader.fieldnames or ())
        if missing:
            raise BrokenFile(f"{path.name} has no column {', '.join(sorted(missing))}")
        return list(_rows(reader, path.name))
    except csv.Error as error:
        raise BrokenFile(f"{path.name} is no table: {error}") from error


def number(text: str) -> float | None:
    """The number that the text is; None for no text or something else."""
    return float(text) if NUMBER.fullmatch(text) else None


def year(text: str) -> int | None:
    """The year that the text is, from 1600 on; None for no text or something else."""
    return int(text) if YEAR.fullmatch(text) else None


def years_in(*texts: str) -> set[int]:
    """The years that stand in the texts."""
    return {int(found) for text in texts for found in YEAR.findall(text)}


def _rows(reader, name):
    line = reader.line_num + 1
    for values in reader:
        row = Row((column, (value or "").strip()) for column, value in values.items() if column is not None)
        row.line = f"{name}:{line}"
        yield row
        # A value may hold line breaks, so the next row starts after the last line that was read.
        line = reader.line_num + 1


def _text(path):
    try:
        with gzip.open(path, "rb") as file:
            return file.read().decode("utf-8-sig")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise BrokenFile(f"{path.name} cannot be read: {error}") from error
