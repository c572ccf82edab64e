"""Store an uploaded table until the editor confirms it, show what it would change, and write it."""

import difflib
import re
from collections import Counter

from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from import_export.results import RowResult

from graph.actions import versions_of, write_entities
from graph.admin.tables.files import Table
from graph.admin.tables.resources import EntityResource
from graph.models import Upload
from graph.models.editorial import compress_json, decompress_json, hash_session_key

MAX_NAME = 100
MAX_WORDS = 150
WORDS = re.compile(r"\s+|[^\s]+")
INVALID = RowResult.IMPORT_TYPE_INVALID
TYPES = (RowResult.IMPORT_TYPE_NEW, RowResult.IMPORT_TYPE_UPDATE, RowResult.IMPORT_TYPE_SKIP, INVALID)


class PreviewOutdated(Exception):
    """Raised if the stored data has changed, so that the table would no longer do what the preview shows."""


def store_upload(request, kind: str, name: str, table: Table) -> Upload:
    """Store the table, and delete the session's previous upload of the kind. Raise InvalidFile for wrong headers."""
    preview, _, _ = make_preview(kind, table)
    session = hash_session_key(_session_key(request))
    # There is no background process that would delete them.
    Upload.objects.expired().delete()
    Upload.objects.filter(user=request.user, session=session, kind=kind).delete()
    return Upload.objects.create(
        user=request.user,
        session=session,
        kind=kind,
        # The name comes from the browser and is shown on the page.
        name="".join(c for c in name if c.isprintable())[:MAX_NAME],
        table=compress_json([table.headers, table.rows]),
        plan=compress_json(preview),
    )


def find_upload(request, kind: str, key, *, lock: bool = False) -> Upload | None:
    """Return the upload. Return None if it has expired or belongs to another session, user or kind."""
    uploads = Upload.objects.of(request.user, _session_key(request)).filter(kind=kind, pk=key)
    return (uploads.select_for_update() if lock else uploads).first()


def shown_preview(upload: Upload) -> dict:
    return decompress_json(upload.plan)


def write_upload(upload: Upload, *, by, note: str) -> dict[str, int]:
    """Write all rows, delete the upload, and return the number of rows by type.

    Raise PreviewOutdated, ActionRejected or IntegrityError if the rows cannot be written as the preview shows.
    The caller then rolls back and calls `refresh_upload`.
    """
    preview, resource, versions = make_preview(upload.kind, Table(*decompress_json(upload.table)))
    # The versions differ even if somebody has changed only columns that the table does not have.
    if compress_json(preview) != bytes(upload.plan):
        raise PreviewOutdated
    write_entities(resource.edits, seen=versions, by=by, note=note)
    upload.delete()
    return preview["counts"]


def refresh_upload(upload: Upload) -> None:
    preview, _, _ = make_preview(upload.kind, Table(*decompress_json(upload.table)))
    Upload.objects.filter(pk=upload.pk).update(plan=compress_json(preview))


def make_preview(kind: str, table: Table) -> tuple[dict, EntityResource, dict[int, int]]:
    """Return the preview for the editor, the resource with the edits, and the versions of the changed entities.

    The versions map primary keys to version numbers. Raise InvalidFile if the headers are wrong.
    """
    resource = EntityResource(kind)
    result = resource.import_data(table)
    # The library catches all exceptions and stores them with the row. None of these is an error of the editor.
    for error in [*result.base_errors, *(error for row in result.rows for error in row.errors)]:
        raise error.error
    versions = versions_of(row.instance.pk for row in result.rows if row.import_type == RowResult.IMPORT_TYPE_UPDATE)
    rows = [
        _shown_row(table.number(number), row, resource.instances.get(number))
        for number, row in enumerate(result.rows, start=1)
        if row.import_type != RowResult.IMPORT_TYPE_SKIP
    ]
    counts = Counter(row.import_type for row in result.rows)
    preview = {
        "counts": {type: counts[type] for type in TYPES},
        # Rows with errors are on the first page.
        "rows": sorted(rows, key=lambda row: row["type"] != INVALID),
        "versions": sorted(versions.items()),
    }
    return preview, resource, versions


def _shown_row(number, row, entity):
    errors = row.validation_error.message_dict if row.validation_error else {}
    return {
        "number": number,
        "slug": row.row_values["slug"],
        "name": entity.name if entity else "",
        "type": row.import_type,
        "changes": entity.changed_cells if entity else [],
        "errors": [
            message if name == NON_FIELD_ERRORS else f"{name}: {message}"
            for name, messages in errors.items()
            for message in messages
        ],
    }


def mark_differences(before: str, after: str) -> tuple[SafeString, SafeString]:
    """Return both texts as HTML. ``del`` marks the removed text, ``ins`` the added text."""
    words = [WORDS.findall(text) for text in (before, after)]
    # difflib takes quadratic time.
    if not before or not after or max(map(len, words)) > MAX_WORDS:
        return _mark("del", [(True, before)]), _mark("ins", [(True, after)])
    steps = difflib.SequenceMatcher(None, *words, autojunk=False).get_opcodes()
    removed = [(step != "equal", "".join(words[0][start:end])) for step, start, end, *_ in steps]
    added = [(step != "equal", "".join(words[1][start:end])) for step, _, _, start, end in steps]
    return _mark("del", removed), _mark("ins", added)


def _mark(tag, pieces):
    marked = (format_html(f"<{tag}>{{}}</{tag}>" if differs else "{}", text) for differs, text in pieces if text)
    return format_html_join("", "{}", ((piece,) for piece in marked))


def _session_key(request) -> str:
    return request.session.session_key or ""
