"""Files as editors make them, and what is uploaded of them."""

import csv
import io

from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook, load_workbook


def csv_of(*rows, delimiter=",", encoding="utf-8"):
    """A CSV of these rows, the first of which are the headers."""
    told = io.StringIO()
    csv.writer(told, delimiter=delimiter).writerows(rows)
    return told.getvalue().encode(encoding)


def xlsx_of(*rows):
    book, content = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(content)
    return content.getvalue()


def rows_of(extension, content):
    """What stands in an exported file, headers first."""
    if extension == "csv":
        return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    return [list(row) for row in load_workbook(io.BytesIO(content), read_only=True).active.values]


def upload(client, kind, content, name="table.csv"):
    """Upload the file: the answer, which leads to the preview where it can be read."""
    return client.post(f"/admin/graph/{kind}/import/", {"file": SimpleUploadedFile(name, content)})


def preview(client, kind, content, name="table.csv"):
    """The preview that the file leads to."""
    answer = upload(client, kind, content, name)
    assert answer.status_code == 302, answer.context["form"].errors
    return client.get(answer["Location"])


def confirm(client, shown, reason="From the register", **told):
    """Say the word on the preview."""
    return client.post(shown.request["PATH_INFO"], {"reason": reason, **told}, follow=True)


def take_in(client, kind, content, name="table.csv"):
    """Upload, look and confirm."""
    return confirm(client, preview(client, kind, content, name))
