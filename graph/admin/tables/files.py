"""Read uploaded CSV and XLSX files, and write exports.

We do not use the file formats of django-import-export. They have no size limits and lose the row numbers of the file.
They also remove the first character of a formula instead of escaping it.
"""

import csv
import io
import struct
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import chain
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, LargeZipFile, ZipFile

from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.utils.exceptions import InvalidFileException

from graph.admin.tables.cells import escape, quoted

MAX_FILE_SIZE = 10 * 1024 * 1024
MAX_UNPACKED_SIZE = 64 * 1024 * 1024
MAX_PARTS = 1000
MAX_ROWS = 20_000
MAX_BLANK_ROWS = 20_000
MAX_COLUMNS = 100
MAX_CELL_LENGTH = 32_767
MAX_IN_MEMORY = 4 * 1024 * 1024
BROKEN = (
    InvalidFileException, BadZipFile, LargeZipFile, zlib.error, struct.error, ParseError, LookupError, ValueError,
    TypeError, AttributeError, ArithmeticError, AssertionError, OSError, EOFError, RuntimeError, StopIteration,
)  # fmt: skip
"""The exceptions that openpyxl and its libraries raise for broken or hostile files."""
ZIP, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"


class InvalidFile(ValueError):
    """Raised if an uploaded file is not a table that can be imported. The editor sees the message."""


@dataclass(frozen=True)
class Table:
    """A table from a file. ``rows`` has (row number in the file, cells) of each row that is not blank."""

    headers: list[str]
    rows: list[tuple[int, list[str]]]

    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        return (cells for _, cells in self.rows)

    def number(self, row_number: int) -> int:
        """Return the row number in the file. ``row_number`` counts only rows that are not blank, from 1."""
        return self.rows[row_number - 1][0]


def read_table(name: str, content: bytes) -> Table:
    """Return the table in an uploaded file. Raise InvalidFile if the file cannot be read or is too large."""
    if len(content) > MAX_FILE_SIZE:
        raise InvalidFile(f"The file is larger than {MAX_FILE_SIZE // 1024 // 1024} MB.")
    # Browsers report content types that depend on the machine, so the content decides.
    if content.startswith(OLD_EXCEL):
        raise InvalidFile("This is an old Excel workbook, or has a password: save it as .xlsx without a password.")
    if name.lower().endswith(".xlsx"):
        return _bounded(_rows_of_xlsx(content))
    if not name.lower().endswith(".csv"):
        raise InvalidFile("The file is neither .csv nor .xlsx.")
    return _bounded(_rows_of_csv(content))


def _bounded(rows: Iterator[list[str]]) -> Table:
    headers = _headers(next(rows, []))
    filled = []
    for number, cells in enumerate(rows, start=2):
        # Spreadsheets export blank rows; the numbers of the others must still match the file.
        if any(cells):
            filled.append((number, cells))
        if len(filled) > MAX_ROWS:
            raise InvalidFile(f"The table has more than {MAX_ROWS:,} rows: split it.")
        if number > len(filled) + MAX_BLANK_ROWS:
            break  # Some sheets have a million formatted but empty rows.
    if not filled:
        raise InvalidFile("There are no rows below the headers.")
    return Table(headers, filled)


def _headers(cells):
    names = [cell.strip().lower() for cell in cells]
    while names and not names[-1]:
        names.pop()
    if not names:
        raise InvalidFile("The first row of the file has no headers.")
    if len(names) > MAX_COLUMNS:
        raise InvalidFile(f"The table has more than {MAX_COLUMNS} columns.")
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise InvalidFile(f"These columns are there twice: {', '.join(map(quoted, repeated))}.")
    return names


def _rows_of_csv(content):
    if content.startswith(ZIP) or b"\x00" in content:
        raise InvalidFile("The file is named .csv, but is not text in UTF-8.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InvalidFile(f"Line {line} is not UTF-8: save the file as “CSV UTF-8”.") from None
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    return _without_faults(reader)


def _delimiter(text):
    # Excel writes semicolons in countries with a decimal comma.
    first = text.split("\n", 1)[0]
    return ";" if first.count(";") > first.count(",") else ","


def _without_faults(reader):
    try:
        for cells in reader:
            yield [cell.replace("\r\n", "\n") for cell in cells]
    except csv.Error as error:
        raise InvalidFile(f"Line {reader.line_num} cannot be read as CSV: {error}.") from None


def _rows_of_xlsx(content):
    try:
        _check_unpacked_size(content)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        sheet = book.worksheets[0]
        # The file declares its own dimensions, which may be wrong on purpose.
        sheet.reset_dimensions()
        first = list(next(sheet.iter_rows(max_row=1, values_only=True), ()))
        width = len(first)
        rows = sheet.iter_rows(min_row=2, max_col=min(width, MAX_COLUMNS) + 1, values_only=True)
        for cells in chain([first], rows):
            yield [_text(value) for value in cells]
    except InvalidFile:
        raise
    except BROKEN:
        raise InvalidFile("The file is named .xlsx, but cannot be read as a workbook.") from None


def _check_unpacked_size(content):
    # zipfile reads no more of a part than the size that the part declares.
    parts = ZipFile(io.BytesIO(content)).infolist()
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED_SIZE:
        raise InvalidFile(f"The workbook unpacks to more than {MAX_UNPACKED_SIZE // 1024 // 1024} MB.")


def _text(value):
    """Return the value of a spreadsheet cell as text. Dates are ISO 8601, whole numbers have no decimal point."""
    if value is None:
        return ""
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)


def write_table(rows: Iterable[list], extension: str):
    """Write the rows one by one into a temporary file, and return the open file. ``extension`` is csv or xlsx."""
    file = tempfile.SpooledTemporaryFile(max_size=MAX_IN_MEMORY)  # noqa: SIM115 - the caller closes it
    {"csv": _write_csv, "xlsx": _write_xlsx}[extension](file, rows)
    file.seek(0)
    return file


def _write_csv(file, rows):
    # Without a byte order mark, spreadsheets do not read UTF-8.
    text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    csv.writer(text).writerows([escape("" if value is None else str(value)) for value in row] for row in rows)
    text.detach()


def _write_xlsx(file, rows):
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Table")
    for row in rows:
        sheet.append([_xlsx_cell(value) for value in row])
    book.save(file)


def _xlsx_cell(value):
    if not isinstance(value, str):
        return value
    text = escape(ILLEGAL_CHARACTERS_RE.sub("", value))
    # Too long for a spreadsheet. The cell stays empty, which changes nothing when the file is imported again.
    return text if len(text) <= MAX_CELL_LENGTH else ""
