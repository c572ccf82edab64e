"""Make files as editors do, and upload and confirm them."""

import csv
import io

from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook, load_workbook


def csv_of(*rows, delimiter=",", encoding="utf-8"):
    """Return a CSV file with these rows. The first row has the column names."""
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
    """Return the rows of an exported file, including the row with the column names."""
    if extension == "csv":
        return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    return [list(row) for row in load_workbook(io.BytesIO(content), read_only=True).active.values]


def upload(client, kind, content, name="table.csv"):
    """Upload the file. If it can be read, the response redirects to the preview."""
    return client.post(f"/admin/graph/{kind}/import/", {"file": SimpleUploadedFile(name, content)})


def preview(client, kind, content, name="table.csv"):
    """Upload the file and open its preview."""
    response = upload(client, kind, content, name)
    assert response.status_code == 302, response.context["form"].errors
    return client.get(response["Location"])


def confirm(client, shown, reason="From the register", **data):
    """Confirm the preview."""
    return client.post(shown.request["PATH_INFO"], {"reason": reason, **data}, follow=True)


def import_table(client, kind, content, name="table.csv"):
    """Upload the file, open its preview, and confirm."""
    return confirm(client, preview(client, kind, content, name))
