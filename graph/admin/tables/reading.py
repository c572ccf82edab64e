"""Uploaded files, read as tables of text within bounds: what is too large, broken or no table at all is refused."""

import csv
import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import chain
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, LargeZipFile, ZipFile

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from graph.admin.tables.columns import shortened

LARGEST_FILE = 10 * 1024 * 1024
LARGEST_UNPACKED = 64 * 1024 * 1024
MOST_PARTS = 1000
MOST_ROWS = 20_000
MOST_BLANK_ROWS = 20_000
MOST_COLUMNS = 100
BROKEN = (
    InvalidFileException, BadZipFile, LargeZipFile, zlib.error, struct.error, ParseError, LookupError, ValueError,
    TypeError, AttributeError, ArithmeticError, AssertionError, OSError, EOFError, RuntimeError, StopIteration,
)  # fmt: skip
"""What openpyxl and the libraries below it raise on files that are broken, on purpose or not."""
ZIP, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


class UnreadableFile(ValueError):
    """The file is no table that can be read; the message says why, to an editor."""


@dataclass(frozen=True)
class Table:
    """Headers, and the rows that are not blank: (number, cells) as a spreadsheet counts them, all text."""

    headers: list[str]
    rows: list[tuple[int, list[str]]]


def read_table(name: str, content: bytes) -> Table:
    """The table in an uploaded file; raises UnreadableFile."""
    if len(content) > LARGEST_FILE:
        raise UnreadableFile(f"The file is larger than {LARGEST_FILE // 1024 // 1024} MB.")
    if content.startswith(OLD_EXCEL):
        raise UnreadableFile("This is a workbook of an old Excel, or one with a password: save it as .xlsx without.")
    if name.lower().endswith(".xlsx"):
        return _bounded(_rows_of_xlsx(content))
    if not name.lower().endswith(".csv"):
        raise UnreadableFile("The file is neither .csv nor .xlsx.")
    return _bounded(_rows_of_csv(content))


def _bounded(rows: Iterator[list[str]]) -> Table:
    headers = _headers(next(rows, []))
    kept = []
    for number, cells in enumerate(rows, start=2):
        if any(cells):
            kept.append((number, cells))
        if len(kept) > MOST_ROWS:
            raise UnreadableFile(f"The table has more than {MOST_ROWS:,} rows: take it in parts.")
        if number > len(kept) + MOST_BLANK_ROWS:
            break  # What is formatted down to the last row of a sheet holds no more than this.
    if not kept:
        raise UnreadableFile("The table has no rows below its headers.")
    return Table(headers, kept)


def _headers(cells):
    names = [cell.strip().lower() for cell in cells]
    while names and not names[-1]:
        names.pop()
    if not names:
        raise UnreadableFile("The first row of the file holds no headers.")
    if len(names) > MOST_COLUMNS:
        raise UnreadableFile(f"The table has more than {MOST_COLUMNS} columns.")
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UnreadableFile(f"These columns stand there twice: {', '.join(map(shortened, twice))}.")
    return names


def _rows_of_csv(content):
    if content.startswith(ZIP) or b"\x00" in content:
        raise UnreadableFile("The file is called .csv, but holds no text in UTF-8.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise UnreadableFile(f"Line {line} is not UTF-8: save the file as “CSV UTF-8”.") from None
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    return _without_faults(reader)


def _delimiter(text):
    first = text.split("\n", 1)[0]
    return ";" if first.count(";") > first.count(",") else ","


def _without_faults(reader):
    try:
        for cells in reader:
            yield [cell.replace("\r\n", "\n") for cell in cells]
    except csv.Error as error:
        raise UnreadableFile(f"Line {reader.line_num} cannot be read as CSV: {error}.") from None


def _rows_of_xlsx(content):
    try:
        _refuse_bombs(content)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()
        first = list(next(sheet.iter_rows(max_row=1, values_only=True), ()))
        width = len(first)
        rows = sheet.iter_rows(min_row=2, max_col=min(width, MOST_COLUMNS) + 1, values_only=True)
        for cells in chain([first], rows):
            yield [_text(value) for value in cells]
    except UnreadableFile:
        raise
    except BROKEN:
        raise UnreadableFile("The file is called .xlsx, but cannot be read as a workbook.") from None


def _refuse_bombs(content):
    """No part unpacks to more than it declares: what they declare together is bounded."""
    parts = ZipFile(io.BytesIO(content)).infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > LARGEST_UNPACKED:
        raise UnreadableFile(f"The workbook unpacks to more than {LARGEST_UNPACKED // 1024 // 1024} MB.")


def _text(value):
    """A cell of a spreadsheet as it would be typed: days as ISO dates, whole numbers without a point."""
    if value is None:
        return ""
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)
