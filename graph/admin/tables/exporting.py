"""The rows of a list as a file: read in chunks and written as they come, so that any number takes little memory."""

import csv
import io
import tempfile
from collections.abc import Iterable, Iterator

from django.conf import settings
from django.db.models import QuerySet
from import_export.fields import Field
from import_export.formats.base_formats import CSV, XLSX
from import_export.resources import Resource
from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from graph.admin.tables.columns import as_text, columns_of
from graph.admin.tables.escaping import escape
from graph.admin.tables.names import with_names
from graph.models.entities import details_name

LONGEST_CELL = 32_767
"""Of a spreadsheet. A longer text is left out of it: an empty cell changes nothing when the file comes back."""
IN_MEMORY = 4 * 1024 * 1024
FORMATS = {"csv": CSV, "xlsx": XLSX}


class _Cell(Field):
    def __init__(self, column):
        super().__init__(attribute=column.name, column_name=column.name, readonly=True)
        self.column = column

    def export(self, instance, **kwargs):
        return self.column.show(instance)


class TableOfKind(Resource):
    """The columns of a kind; nothing is imported through it."""

    def __init__(self, kind: str):
        super().__init__()
        self.kind = kind
        self.fields = {name: _Cell(column) for name, column in columns_of(kind).items()}

    def get_queryset(self):
        raise NotImplementedError("The list says which rows.")

    def get_export_order(self):
        return list(self.fields)

    def iter_queryset(self, queryset: QuerySet):
        """One pass over the rows; pages, as the library would take, shift while somebody edits."""
        rows = with_names(queryset.order_by("slug").select_related(details_name(self.kind)))
        return rows.iterator(chunk_size=self.get_chunk_size())

    def rows(self, queryset: QuerySet) -> Iterator[list]:
        """The headers, then a row an entity."""
        yield self.get_export_headers()
        yield from map(self.export_resource, self.iter_queryset(queryset))


def write_table(kind: str, queryset: QuerySet, extension: str):
    """A file without a name that is open at its beginning, and gone when it is closed."""
    file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - the caller closes it
    WRITERS[extension](file, TableOfKind(kind).rows(queryset))
    file.seek(0)
    return file


def _write_csv(file, rows: Iterable[list]):
    """With a byte order mark: without it a spreadsheet takes UTF-8 for the encoding of the machine."""
    text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    csv.writer(text).writerows([_safe(as_text(value)) for value in row] for row in rows)
    text.detach()


def _write_xlsx(file, rows: Iterable[list]):
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Table")
    for row in rows:
        sheet.append([_cell(value) for value in row])
    book.save(file)


def _cell(value):
    if not isinstance(value, str):
        return value
    text = _safe(ILLEGAL_CHARACTERS_RE.sub("", value))
    return text if len(text) <= LONGEST_CELL else ""


def _safe(text):
    return escape(text) if settings.IMPORT_EXPORT_ESCAPE_FORMULAE_ON_EXPORT else text


WRITERS = {"csv": _write_csv, "xlsx": _write_xlsx}
