"""Read gzipped CSV files. Each row knows its file and line, so that an editor finds a rejected row in the source."""

import csv
import gzip
import zlib
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path

from graph.importers.records import BrokenFile

NOT_GZIPPED_TEXT = (OSError, EOFError, zlib.error, UnicodeDecodeError)
"""The exceptions raised for a file that is missing, cut off, not gzipped or not UTF-8."""


class Row(dict[str, str]):
    """A dict from column name to cell. ``line`` is the file and the line where the row starts: ``ches.csv.gz:12``."""

    line = ""


def read_table(path: Path, columns: Iterable[str], *, title_lines: int = 0) -> list[Row]:
    """Return the rows of a ``.csv.gz`` file. ``title_lines`` is the number of lines before the header.

    Raise BrokenFile if the file cannot be read or a column is missing.
    """
    lines = read_cells(path)[title_lines:]
    header = lines[0][1] if lines else []
    missing = set(columns) - set(header)
    if missing:
        raise BrokenFile(f"{path.name} has no column {', '.join(sorted(missing))}")
    return [to_row(line, header, cells) for line, cells in lines[1:]]


def read_cells(path: Path, name: str = "") -> list[tuple[str, list[str]]]:
    """Return (line, cells) of each row that is not empty; a line is like ``name:12``. Raise BrokenFile on an error."""
    name = name or path.name
    rows = []
    try:
        # Some files start with a byte order mark, which "utf-8-sig" removes.
        with gzip.open(path, "rt", encoding="utf-8-sig", newline="") as file:
            reader, line = csv.reader(file), 1
            for cells in reader:
                if cells:
                    rows.append((f"{name}:{line}", cells))
                # A cell may contain line breaks, so the next row starts after the last line that was read.
                line = reader.line_num + 1
    except (*NOT_GZIPPED_TEXT, csv.Error) as error:
        raise BrokenFile(f"{name} cannot be read: {error}") from error
    return rows


def to_row(line: str, columns: Sequence[str], cells: Sequence[str]) -> Row:
    """Return the stripped cells by column. A missing cell is empty, and cells without a column are dropped."""
    row = Row(zip_longest(columns, (cell.strip() for cell in cells[: len(columns)]), fillvalue=""))
    row.line = line
    return row
