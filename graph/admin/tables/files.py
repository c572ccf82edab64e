"""Read and write CSV and XLSX files. In contrast to the readers of django-import-export, this module limits the size of
a file, and stores the row numbers of the file, so that errors can name them."""

import csv
import io
import re
import struct
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import chain
from time import thread_time
from xml.etree.ElementTree import ParseError
from zipfile import BadZipFile, LargeZipFile, ZipFile

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.utils.exceptions import InvalidFileException

MAX_FILE_SIZE = 10 * 1024 * 1024
MAX_UNPACKED_SIZE = 64 * 1024 * 1024
MAX_PARTS = 1000
MAX_ROWS = 20_000
MAX_BLANK_ROWS = 20_000
MAX_COLUMNS = 100
MAX_CELL_LENGTH = 32_767
MAX_QUOTED = 60
MAX_IN_MEMORY = 4 * 1024 * 1024
MAX_SECONDS = 10
"""The processor time, in seconds, after which reading a workbook is stopped. The largest allowed tables need about half
of it."""
BROKEN = (
    InvalidFileException, BadZipFile, LargeZipFile, zlib.error, struct.error, ParseError, LookupError, ValueError,
    TypeError, AttributeError, ArithmeticError, AssertionError, OSError, EOFError, RuntimeError, StopIteration,
)  # fmt: skip
"""The exceptions that openpyxl and its libraries raise for broken or hostile files."""
NO_WORKBOOK = "The file is named .xlsx, but cannot be read as a workbook."
TOO_SLOW = "Reading the workbook takes too long: save the table as CSV."
ZIP, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
FORMULA = re.compile(r"'*[=+\-@\t\r]")
ESCAPED_FORMULA = re.compile(r"'+[=+\-@\t\r]")


def escape(text: str) -> str:
    """Return the text with an apostrophe in front if a spreadsheet would otherwise run it as a formula, such as "=1+1".
    The function `unescape` removes the apostrophe."""
    # A text that looks escaped already is escaped again, so that `unescape` always returns the original.
    return f"'{text}" if FORMULA.match(text) else text


def unescape(text: str) -> str:
    return text[1:] if ESCAPED_FORMULA.match(text) else text


def quoted(text: str) -> str:
    return f"“{text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + '…'}”"


@dataclass(frozen=True)
class Table:
    """The content of an uploaded CSV or XLSX file. ``rows`` are pairs (row number in the file, cells). Blank rows are
    left out."""

    headers: list[str]
    rows: list[tuple[int, list[str]]]

    # django-import-export needs these two methods to loop over the rows.
    def __len__(self):
        return len(self.rows)

    def __iter__(self):
        return (cells for _, cells in self.rows)

    def number(self, row_number: int) -> int:
        """Return the number of a row in the uploaded file. ``row_number`` is the number of the row in
        django-import-export, which counts from 1 and leaves out blank rows."""
        return self.rows[row_number - 1][0]


def read_table(file: UploadedFile) -> Table:
    """Read an uploaded .csv file, or the first sheet of an .xlsx file. Raise ValidationError if it cannot be read, is
    too large, has no rows below the header, or has the same column twice."""
    if file.size > MAX_FILE_SIZE:
        raise ValidationError(f"The file is larger than {MAX_FILE_SIZE // 1024 // 1024} MB.")
    name, content = file.name, file.read()
    # Check the content of the file. The content type that a browser sends depends on the user's machine.
    if content.startswith(OLD_EXCEL):
        raise ValidationError("This is an old Excel workbook, or has a password: save it as .xlsx without a password.")
    if name.lower().endswith(".xlsx"):
        return _bounded(_rows_of_xlsx(content))
    if not name.lower().endswith(".csv"):
        raise ValidationError("The file is neither .csv nor .xlsx.")
    return _bounded(_rows_of_csv(content))


def _bounded(rows: Iterator[list[str]]) -> Table:
    headers = _headers(next(rows, []))
    filled = []
    for number, cells in enumerate(rows, start=2):
        # Skip blank rows, but keep the row numbers of the file for the other rows.
        if any(cells):
            filled.append((number, cells))
        if len(filled) > MAX_ROWS:
            raise ValidationError(f"The table has more than {MAX_ROWS:,} rows: split it.")
        if number > len(filled) + MAX_BLANK_ROWS:
            break  # Some sheets have a million formatted but empty rows.
    if not filled:
        raise ValidationError("There are no rows below the headers.")
    return Table(headers, filled)


def _headers(cells):
    names = [cell.strip().lower() for cell in cells]
    while names and not names[-1]:
        names.pop()
    if not names:
        raise ValidationError("The first row of the file has no headers.")
    if len(names) > MAX_COLUMNS:
        raise ValidationError(f"The table has more than {MAX_COLUMNS} columns.")
    if repeated := sorted({name for name in names if names.count(name) > 1}):
        raise ValidationError(f"These columns are there twice: {', '.join(map(quoted, repeated))}.")
    return names


def _rows_of_csv(content):
    if content.startswith(ZIP) or b"\x00" in content:
        raise ValidationError("The file is named .csv, but is not text in UTF-8.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ValidationError(f"Line {line} is not UTF-8: save the file as “CSV UTF-8”.") from None
    first = text.split("\n", 1)[0]
    # In countries with a decimal comma, Excel separates cells by semicolons.
    delimiter = ";" if first.count(";") > first.count(",") else ","
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for cells in reader:
            yield [cell.replace("\r\n", "\n") for cell in cells]
    except csv.Error as error:
        raise ValidationError(f"Line {reader.line_num} cannot be read as CSV: {error}.") from None


def _rows_of_xlsx(content):
    file = _TimedFile(content)
    try:
        # The declared sizes can be trusted: zipfile reads at most this size of each part.
        parts = ZipFile(file).infolist()
        if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED_SIZE:
            raise ValidationError(f"The workbook unpacks to more than {MAX_UNPACKED_SIZE // 1024 // 1024} MB.")
        book = load_workbook(file, read_only=True, data_only=True, keep_links=False)
        sheet = book.worksheets[0]
        # Ignore the dimensions that the file declares, which may be wrong on purpose.
        sheet.reset_dimensions()
        first = list(next(sheet.iter_rows(max_row=1, values_only=True), ()))
        rows = sheet.iter_rows(min_row=2, max_col=min(len(first), MAX_COLUMNS) + 1, values_only=True)
        for cells in chain([first], rows):
            yield [_text(value) for value in cells]
    except BROKEN:
        # openpyxl replaces a TimeoutError by an exception of its own, so ask the file whether the time is over.
        raise ValidationError(TOO_SLOW if file.is_over() else NO_WORKBOOK) from None


class _TimedFile(io.BytesIO):
    """A file in memory. Reading it raises TimeoutError after MAX_SECONDS of processor time, because a small workbook
    can unpack to a huge one."""

    def __init__(self, content):
        super().__init__(content)
        self._deadline = thread_time() + MAX_SECONDS

    def is_over(self) -> bool:
        return thread_time() > self._deadline

    def read(self, size=-1):
        if self.is_over():
            raise TimeoutError
        return super().read(size)


def _text(value):
    if value is None:
        return ""
    if isinstance(value, datetime) and value.time() == time():
        value = value.date()
    if isinstance(value, date):
        return value.isoformat()
    return str(int(value) if isinstance(value, float) and value.is_integer() else value)


def write_table(rows: Iterable[list], extension: str):
    """Write the rows one by one to a temporary file. Return the open file, which the caller must close. ``extension``
    is "csv" or "xlsx". Texts like formulas are escaped (see `escape`). If a text is too long for a cell of an XLSX
    file, the cell is empty."""
    file = tempfile.SpooledTemporaryFile(max_size=MAX_IN_MEMORY)  # noqa: SIM115 - the caller closes it
    if extension == "csv":
        # Without a byte order mark, spreadsheets do not read UTF-8.
        text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
        csv.writer(text).writerows([escape("" if value is None else str(value)) for value in row] for row in rows)
        text.detach()
    else:
        book = Workbook(write_only=True)
        sheet = book.create_sheet("Table")
        for row in rows:
            sheet.append([_xlsx_cell(value) for value in row])
        book.save(file)
    file.seek(0)
    return file


def _xlsx_cell(value):
    if not isinstance(value, str):
        return value
    text = escape(ILLEGAL_CHARACTERS_RE.sub("", value))
    # If a text is too long for a spreadsheet, leave the cell empty. A later import then leaves the stored value
    # unchanged.
    return text if len(text) <= MAX_CELL_LENGTH else ""
