"""Read gzipped CSV files. Each row knows its file and its line number, so that a report can name a rejected row."""

import csv
import gzip
import zlib
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path

from graph.importers.records import BrokenFile

NOT_GZIPPED_TEXT = (OSError, EOFError, zlib.error, UnicodeDecodeError)
"""The exceptions that are raised if a file is missing, cut off, not gzipped or not UTF-8."""


class Row(dict[str, str]):
    """A row of a CSV file: a dictionary from column name to cell.

    ``line`` is the name of the file and the number of the row's first line: ``ches.csv.gz:12``.
    """

    line = ""


def read_table(path: Path, columns: Iterable[str], *, title_lines: int = 0) -> list[Row]:
    """Return the rows of a CSV file. Raise BrokenFile if the file cannot be read or does not have all ``columns``.

    ``title_lines`` is the number of lines above the header.
    """
    lines = read_cells(path)[title_lines:]
    header = lines[0][1] if lines else []
    missing = set(columns) - set(header)
    if missing:
        raise BrokenFile(f"{path.name} has no column {', '.join(sorted(missing))}")
    return [to_row(line, header, cells) for line, cells in lines[1:]]


def read_cells(path: Path, name: str = "") -> list[tuple[str, list[str]]]:
    """Return (line, cells) for each row of a CSV file, without empty rows. Raise BrokenFile if the file cannot be read.

    ``line`` is like ``ches.csv.gz:12``. If ``name`` is given, it replaces the name of the file.
    """
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
    """Return a `Row` from the names of the columns and the cells, without spaces around the cells.

    A missing cell becomes an empty text. Cells after the last column are dropped.
    """
    row = Row(zip_longest(columns, (cell.strip() for cell in cells[: len(columns)]), fillvalue=""))
    row.line = line
    return row
