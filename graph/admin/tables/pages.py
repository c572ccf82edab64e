import difflib
import re
from collections import Counter
from contextlib import nullcontext
from itertools import chain

from django import forms
from django.contrib import messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied
from django.core.paginator import Paginator
from django.db import IntegrityError, transaction
from django.http import FileResponse, Http404, HttpResponseNotAllowed, HttpResponseRedirect
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import slugify
from import_export.formats.base_formats import CSV, XLSX
from import_export.results import RowResult

from graph.actions import ActionRejected, EntityEdit, versions_of, write_entities
from graph.admin.forms import ReasonField
from graph.admin.pages import EntityPages, may
from graph.admin.tables.columns import CLEAR
from graph.admin.tables.files import MAX_FILE_SIZE, MAX_ROWS, Table, read_table, write_table
from graph.admin.tables.resources import EntityResource
from graph.models import Upload
from graph.models.editorial import compress_json, decompress_json

MAX_WORDS = 150
WORDS = re.compile(r"\s+|[^\s]+")
INVALID = RowResult.IMPORT_TYPE_INVALID
TYPES = (RowResult.IMPORT_TYPE_NEW, RowResult.IMPORT_TYPE_UPDATE, RowResult.IMPORT_TYPE_SKIP, INVALID)
ROWS_PER_PAGE = 200
CONTENT_TYPES = {"csv": f"{CSV.CONTENT_TYPE}; charset=utf-8", "xlsx": XLSX.CONTENT_TYPE}
EXPIRED = "The upload has expired: it is stored for an hour, or until it is written. Upload the file again."
OUTDATED = "The data has changed since you opened the preview. This is what the table would do now."


class UploadForm(forms.Form):
    file = forms.FileField(
        label="Table",
        help_text=f"CSV (UTF-8, comma or semicolon) or XLSX, at most {MAX_FILE_SIZE // 1024 // 1024} MB.",
        widget=forms.FileInput(attrs={"accept": ".csv,.xlsx"}),
    )

    def __init__(self, *args, resource: EntityResource):
        super().__init__(*args)
        self.resource = resource

    def clean_file(self):
        self.cleaned_data["table"] = read_table(self.cleaned_data["file"])
        self.resource.check_headers(self.cleaned_data["table"].headers)
        return self.cleaned_data["file"]


class ConfirmForm(forms.Form):
    reason = ReasonField(help_text="Why, and from which source. It is stored with each change, in the history.")


class TablesMixin(EntityPages):
    def get_list_tools(self, request) -> list[tuple[str, str]]:
        """Return the links above the list of entities as pairs (text, URL). They export the list as a table, or import
        a table. Links that the user may not use are left out."""
        query = f"?{request.GET.urlencode()}" if request.GET else ""
        names = CONTENT_TYPES if self.has_export_permission(request) else ()
        tools = [(f"Export {name.upper()}", self.url("export", name) + query) for name in names]
        return [*tools, ("Import", self.url("import"))] if self.has_import_permission(request) else tools

    def has_export_permission(self, request) -> bool:
        return may(request, "view", self.kind)

    def has_import_permission(self, request) -> bool:
        # A table can add and change entities, so the user needs both permissions.
        return may(request, "add", self.kind) and may(request, "change", self.kind)

    def export_view(self, request, extension):
        """Return a response with a file of the entities that the list page shows with its current filters and search.
        ``extension`` is "csv" or "xlsx"."""
        if not self.has_export_permission(request):
            raise PermissionDenied
        if extension not in CONTENT_TYPES:
            raise Http404
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        try:
            listed = self.get_changelist_instance(request).get_queryset(request)
        except IncorrectLookupParameters:
            return HttpResponseRedirect(f"{self.url('changelist')}?e=1")
        resource = EntityResource(self.kind)
        rows = map(resource.export_resource, resource.iter_queryset(listed))
        file = write_table(chain([resource.get_export_headers()], rows), extension)
        name = f"{slugify(self.opts.verbose_name_plural)}-{timezone.localdate():%Y-%m-%d}.{extension}"
        return FileResponse(file, as_attachment=True, filename=name, content_type=CONTENT_TYPES[extension])

    def import_view(self, request):
        if not self.has_import_permission(request):
            raise PermissionDenied
        resource = EntityResource(self.kind)
        form = UploadForm(*((request.POST, request.FILES) if request.method == "POST" else ()), resource=resource)
        if form.is_valid():
            name, table = form.cleaned_data["file"].name, form.cleaned_data["table"]
            content, (plan, _) = compress_json([table.headers, table.rows]), make_preview(self.kind, table)
            upload = Upload.objects.replace(
                request.user, request.session.session_key, self.kind, name=name, table=content, plan=plan
            )
            return HttpResponseRedirect(self.url("preview", upload.pk))
        context = {"title": f"Import {self.opts.verbose_name_plural}", "form": form}
        context |= {"columns": resource.fields.values(), "clear": CLEAR, "max_rows": MAX_ROWS}
        return self.page(request, "graph/tables/import", context)

    def preview_view(self, request, key):
        """Show what the import of an uploaded table would change. ``key`` is the primary key of the `Upload`. If the
        upload has expired, redirect to the page for uploads.

        POST with a reason writes the changes, unless a row is invalid. If an entity has changed since the preview was
        made, nothing is written, and a new preview is shown. POST with the field ``discard`` deletes the upload."""
        if not self.has_import_permission(request):
            raise PermissionDenied
        uploads = Upload.objects.of(request.user, request.session.session_key, self.kind).filter(pk=key)
        # Lock the upload, so that a double click does not write the table twice.
        is_post = request.method == "POST"
        with transaction.atomic() if is_post else nullcontext():
            upload = (uploads.select_for_update() if is_post else uploads).first()
            if upload is None:
                self.message_user(request, EXPIRED, messages.WARNING)
                return HttpResponseRedirect(self.url("import"))
            if "discard" in request.POST:
                upload.delete()
                self.message_user(request, "Discarded. Nothing was written.", messages.INFO)
                return HttpResponseRedirect(self.url("import"))
            plan, form = decompress_json(upload.plan), ConfirmForm(request.POST if is_post else None)
            if plan["counts"][INVALID] or not form.is_valid():
                return self._preview(request, upload, plan, form)
            return self._write(request, upload, form.cleaned_data["reason"])

    def _write(self, request, upload, reason):
        plan, edits = make_preview(self.kind, Table(*decompress_json(upload.table)))
        try:
            # The preview contains the versions of the entities, so it differs if somebody has changed any of their
            # columns, even one that the table does not have.
            if compress_json(plan) != bytes(upload.plan):
                raise ActionRejected(OUTDATED)
            write_entities(edits, seen=dict(plan["versions"]), by=request.user, note=reason)
        except (ActionRejected, IntegrityError):
            # write_entities() rolls back its own transaction only, so the upload remains locked.
            plan, _ = make_preview(self.kind, Table(*decompress_json(upload.table)))
            Upload.objects.filter(pk=upload.pk).update(plan=compress_json(plan))
            self.message_user(request, OUTDATED, messages.WARNING)
            return HttpResponseRedirect(self.url("preview", upload.pk))
        upload.delete()
        counts = plan["counts"]
        text = f"Imported: {counts['new']} new, {counts['update']} changed, {counts['skip']} without change."
        self.message_user(request, text, messages.SUCCESS)
        return HttpResponseRedirect(self.url("changelist"))

    def _preview(self, request, upload, plan, form):
        page = Paginator(plan["rows"], ROWS_PER_PAGE).get_page(request.GET.get("p"))
        for row in page:
            row["cells"] = [(name, *mark_differences(before, after)) for name, before, after in row["changes"]]
        context = {
            "title": f"Import {self.opts.verbose_name_plural}: {upload.name}",
            "form": form,
            "counts": plan["counts"],
            "page": page,
            "pages": page.paginator.get_elided_page_range(page.number),
            "invalid": [row for row in page if row["type"] == INVALID],
            "rows": [row for row in page if row["type"] != INVALID],
            "upload_address": self.url("import"),
        }
        return self.page(request, "graph/tables/preview", context)


def make_preview(kind: str, table: Table) -> tuple[dict, list[EntityEdit]]:
    """Return (preview, edits) for an import of the table, and write nothing to the database. ``preview`` is a
    dictionary with the data for the preview page. ``edits`` is a list with the planned changes: an `EntityEdit` for
    each entity that the import would change or create."""
    resource = EntityResource(kind)
    result = resource.import_data(table)
    # The library catches all exceptions and stores them with the row. Raise them again, because they are errors in our
    # code.
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
        # Sort rows with errors first.
        "rows": sorted(rows, key=lambda row: row["type"] != INVALID),
        "versions": sorted(versions.items()),
    }
    return preview, resource.edits


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
            for name, found in errors.items()
            for message in found
        ],
    }


def mark_differences(before: str, after: str) -> tuple[SafeString, SafeString]:
    """Return (``before``, ``after``), two versions of a text, as HTML in which the differences are marked: removed
    words are in ``del`` elements in the first, added words are in ``ins`` elements in the second. If one text is empty
    or has more than MAX_WORDS words and blanks, both texts are marked completely."""
    words = [WORDS.findall(text) for text in (before, after)]
    # Do not compare long texts, because difflib takes quadratic time.
    if not before or not after or max(map(len, words)) > MAX_WORDS:
        return _mark("del", [(True, before)]), _mark("ins", [(True, after)])
    steps = difflib.SequenceMatcher(None, *words, autojunk=False).get_opcodes()
    removed = [(step != "equal", "".join(words[0][start:end])) for step, start, end, *_ in steps]
    added = [(step != "equal", "".join(words[1][start:end])) for step, _, _, start, end in steps]
    return _mark("del", removed), _mark("ins", added)


def _mark(tag, pieces):
    marked = (format_html(f"<{tag}>{{}}</{tag}>" if differs else "{}", text) for differs, text in pieces if text)
    return format_html_join("", "{}", ((piece,) for piece in marked))
