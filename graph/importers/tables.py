"""Read CSV files, also compressed ones (gzip). Each row has its file and line number, for reports of rejected rows."""

import csv
import gzip
import zlib
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path

from graph.importers.records import BrokenFile

# The exceptions for a file that is missing, incomplete, not compressed or not UTF-8.
NOT_GZIPPED_TEXT = (OSError, EOFError, zlib.error, UnicodeDecodeError)


class Row(dict[str, str]):
    """The cells of a row by column name. ``line`` is the row's file and first line, such as ``ches.csv.gz:12``."""

    line = ""


def read_table(path: Path, columns: Iterable[str], *, title_lines: int = 0) -> list[Row]:
    """Return the rows of a CSV file, except empty ones. The header follows after ``title_lines`` rows, which are
    ignored. Raise BrokenFile if the file cannot be read, or if the header lacks one of ``columns``."""
    lines = read_cells(path)[title_lines:]
    header = lines[0][1] if lines else []
    if missing := set(columns) - set(header):
        raise BrokenFile(f"{path.name} has no column {', '.join(sorted(missing))}")
    return [to_row(line, header, cells) for line, cells in lines[1:]]


def read_cells(path: Path, name: str = "") -> list[tuple[str, list[str]]]:
    """Return a pair (file and line, cells) for each row that is not empty: ``("ches.csv.gz:12", ["1", "Labour"])``.
    ``name`` replaces the file's name in these pairs. Raise BrokenFile if the file cannot be read."""
    name, rows = name or path.name, []
    opened = gzip.open if path.suffix == ".gz" else open
    try:
        # Some files start with a byte order mark, which "utf-8-sig" removes.
        with opened(path, "rt", encoding="utf-8-sig", newline="") as file:
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
    """Return a `Row` that maps columns to the texts of cells, without blanks at their ends. ``line`` is the file and
    the line, such as ``ches.csv.gz:12``. Missing cells are "". Cells after the last column are left out."""
    row = Row(zip_longest(columns, (cell.strip() for cell in cells[: len(columns)]), fillvalue=""))
    row.line = line
    return row
