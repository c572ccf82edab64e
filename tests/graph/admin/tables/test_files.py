"""Test that broken and hostile uploads are rejected with a helpful message."""

import io
import zipfile
from datetime import datetime

import pytest

from graph.admin.tables import files as module
from tests import factories
from tests.graph.admin.tables.files import confirm, csv_of, preview, upload, xlsx_of
from tests.reading import text

pytestmark = pytest.mark.django_db

SHEET = "xl/worksheets/sheet1.xml"
NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + f"]><worksheet {NAMESPACE}><sheetData><row r='1'><c r='A1' t='str'><v>&i;</v></c></row></sheetData></worksheet>"
)


def workbook(**parts):
    """Return the bytes of an XLSX file, which is a ZIP archive, with other contents for some of its members. ``sheet``
    is the XML of the first sheet."""
    content, parts = io.BytesIO(), {SHEET: parts.pop("sheet", None), **parts}
    with zipfile.ZipFile(io.BytesIO(xlsx_of(("slug",), ("x",)))) as plain, zipfile.ZipFile(content, "w", 8) as made:
        for name in plain.namelist():
            made.writestr(name, parts.get(name) or plain.read(name))
    return content.getvalue()


def sheet(rows):
    return f"<worksheet {NAMESPACE}><sheetData>{rows}</sheetData></worksheet>"


def zipped(**members):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as made:
        for name, held in members.items():
            made.writestr(name, held)
    return content.getvalue()


REJECTED = {
    "empty": ("t.csv", b"", "empty"),
    "blank": ("t.csv", b"\n\n", "has no headers"),
    "only headers": ("t.csv", b"slug,name\n", "no rows below the headers"),
    "no slug": ("t.csv", b"name\nx\n", "There is no column “slug”"),
    "unknown columns": ("t.csv", b"slug,nmae,<b>\nx,y,z\n", "Unknown columns: “nmae”, “<b>”."),
    "a column twice": ("t.csv", b"slug,name,Name \nx,y,z\n", "there twice: “name”"),
    "a column without a name": ("t.csv", b"slug,,name\nx,y,z\n", "one without a name"),
    "columns without end": ("t.csv", b"slug" + b",a" * 5000 + b"\nx\n", "more than 100 columns"),
    "latin 1": ("t.csv", "slug,name\nx,Orbán\n".encode("latin-1"), "Line 2 is not UTF-8"),
    "utf 16": ("t.csv", "slug,name\nx,y\n".encode("utf-16"), "not text in UTF-8"),
    "surrogates": ("t.csv", b"slug\n\xed\xa0\x80\n", "Line 2 is not UTF-8"),
    "nul": ("t.csv", b"slug\nx\x00\n", "not text in UTF-8"),
    "a quote without end": ("t.csv", b'slug\n"x\n', "cannot be read as CSV"),
    "a cell without end": ("t.csv", b"slug\n" + b"x" * 200_000, "cannot be read as CSV"),
    "too many rows": ("t.csv", b"slug\n" + b"x\n" * 20_001, "more than 20,000 rows"),
    "too large": ("t.csv", b"slug\n" + b"x" * (10 * 1024 * 1024), "larger than 10 MB"),
    "another type": ("t.json", b"[]", "neither .csv nor .xlsx"),
    "an executable": ("t.exe", b"MZ\x90\x00", "neither .csv nor .xlsx"),
    "a workbook named csv": ("t.csv", xlsx_of(("slug",), ("x",)), "named .csv"),
    "text named xlsx": ("t.xlsx", b"slug\nx\n", "cannot be read as a workbook"),
    "an old workbook": ("t.xlsx", b"\xd0\xcf\x11\xe0" + b"\x00" * 600, "an old Excel"),
    "a zip of something else": ("t.xlsx", zipped(text="Dear all"), "cannot be read as a workbook"),
    "a torn workbook": ("t.xlsx", xlsx_of(("slug",), ("x",))[:900], "cannot be read as a workbook"),
    "broken xml": ("t.xlsx", workbook(sheet="<worksheet"), "cannot be read as a workbook"),
    "a zip bomb": ("t.xlsx", zipped(**{SHEET: b"0" * (70 * 1024 * 1024)}), "unpacks to more than 64 MB"),
    "a bomb in many parts": ("t.xlsx", zipped(**{f"part{n}": "" for n in range(1001)}), "unpacks to more than"),
    "a billion laughs": ("t.xlsx", workbook(sheet=LAUGHS), "cannot be read as a workbook"),
    "a cell of an endless number": (
        "t.xlsx",
        workbook(sheet=sheet(f"<row r='1'><c r='A1'><v>{'9' * 5000}</v></c></row>")),
        "cannot be read as a workbook",
    ),
    "an empty sheet": ("t.xlsx", workbook(sheet=sheet("")), "has no headers"),
    "headers in the last column": (
        "t.xlsx",
        workbook(sheet=sheet("<row r='1'><c r='XFD1' t='str'><v>slug</v></c></row>")),
        "more than 100 columns",
    ),
}


@pytest.mark.parametrize("sort", REJECTED)
def test_upload_rejects_a_file_that_is_no_table(sort, as_editor):
    name, content, message = REJECTED[sort]

    response = upload(as_editor, "politician", content, name)

    assert response.status_code == 200
    assert message in text(response)


def test_upload_rejects_a_workbook_that_takes_too_long(as_editor, monkeypatch):
    monkeypatch.setattr(module, "MAX_SECONDS", 0)

    response = upload(as_editor, "politician", xlsx_of(("slug",), ("x",)), "t.xlsx")

    assert "takes too long" in text(response)


def test_upload_requires_a_file(as_editor):
    assert "This field is required." in text(as_editor.post("/admin/graph/politician/import/"))


def test_preview_counts_blank_rows_but_leaves_them_out(as_editor):
    shown = preview(as_editor, "politician", b"slug,name\n\n,\nnew,New\n")

    assert [row["number"] for row in shown.context["invalid"]] == [4]


def test_preview_numbers_rows_like_the_spreadsheet(as_editor):
    rows = sheet(
        "<row r='1'><c r='A1' t='str'><v>slug</v></c></row><row r='9'><c r='A9' t='str'><v>no slug</v></c></row>"
    )

    shown = preview(as_editor, "politician", workbook(sheet=rows), "t.xlsx")

    assert [row["number"] for row in shown.context["invalid"]] == [9]


def test_preview_ignores_cells_far_below_the_table(as_editor):
    rows = sheet(
        "<row r='1'><c r='A1' t='str'><v>slug</v></c></row><row r='2'><c r='A2' t='str'><v>no slug</v></c></row>"
        "<row r='1048576'><c r='A1048576' t='str'><v>far</v></c></row>"
    )

    shown = preview(as_editor, "politician", workbook(sheet=rows), "t.xlsx")

    assert shown.context["counts"]["invalid"] == 1


def test_preview_rejects_a_row_with_more_cells_than_columns(as_editor):
    shown = preview(as_editor, "politician", b"slug,name\nnew,New,too much\n")

    assert "It has more cells than there are columns." in shown.context["invalid"][0]["errors"]


def test_preview_reads_dates_and_numbers_of_a_spreadsheet(as_editor):
    election = factories.ElectionFactory(details__date="2021", country_code="fr")
    table = xlsx_of(("slug", "date", "turnout"), (election.slug, datetime(2022, 4, 24), 72.0))

    shown = preview(as_editor, "election", table, "t.xlsx")

    assert shown.context["rows"][0]["changes"] == [["turnout", "", "72"], ["date", "2021", "2022-04-24"]]


HOSTILE = [
    "\x07", "\u202e", "NaN", "1e5", "9" * 19, "9" * 5000, "{}", "[" * 20_000, '[{"topic": 1}]',
    '[{"topic": "\\ud800", "position": "a", "source": "b"}]', "\\ud800", "1_977", "=1+1", "'", "]", "[]", ": ",
]  # fmt: skip


@pytest.mark.parametrize("column", ["slug", "name", "birth_year", "political_positions", "other_names", "identifiers"])
def test_preview_responds_to_any_cell(column, as_editor):
    factories.PoliticianFactory(slug="known")

    for cell in HOSTILE:
        row = {"slug": "known", column: cell}
        shown = preview(as_editor, "politician", csv_of(list(row), list(row.values())))

        assert shown.status_code == 200, cell
        if not shown.context["counts"]["invalid"]:
            assert confirm(as_editor, shown).status_code == 200, cell
