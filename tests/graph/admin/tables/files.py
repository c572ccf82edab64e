"""Make table files as editors do, and upload and confirm them in the admin."""

import csv
import io

from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook, load_workbook


def csv_of(*rows, delimiter=",", encoding="utf-8"):
    """Return the bytes of a CSV file with these rows. The first row has the column names."""
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue().encode(encoding)


def xlsx_of(*rows):
    book, content = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(content)
    return content.getvalue()


def rows_of(extension, content):
    """Return the rows of an exported CSV or XLSX file. The first row has the column names."""
    if extension == "csv":
        return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    return [list(row) for row in load_workbook(io.BytesIO(content), read_only=True).active.values]


def upload(client, kind, content, name="table.csv"):
    """Upload a table of entities of this kind. Return the response: a redirect to the preview, or a page with
    errors."""
    return client.post(f"/admin/graph/{kind}/import/", {"file": SimpleUploadedFile(name, content)})


def preview(client, kind, content, name="table.csv"):
    """Upload a table of entities of this kind, and return the page with its preview."""
    response = upload(client, kind, content, name)
    assert response.status_code == 302, response.context["form"].errors
    return client.get(response["Location"])


def confirm(client, shown, reason="From the register", **data):
    """Confirm the import on its preview page ``shown``. Return the page after the redirect."""
    return client.post(shown.request["PATH_INFO"], {"reason": reason, **data}, follow=True)


def import_table(client, kind, content, name="table.csv"):
    """Upload a table of entities of this kind, and confirm its preview. Return the page after the import."""
    return confirm(client, preview(client, kind, content, name))
