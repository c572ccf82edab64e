"""Define the admin pages that export a list of entities, and that upload, preview and write a table."""

from functools import partial
from itertools import chain

from django import forms
from django.contrib import messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import IntegrityError, transaction
from django.http import FileResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import path
from django.utils import timezone
from django.utils.text import slugify
from import_export.formats.base_formats import CSV, XLSX

from graph.actions import ActionRejected
from graph.admin.forms import ReasonField
from graph.admin.pages import EntityPages, may
from graph.admin.tables import preview
from graph.admin.tables.cells import CLEAR
from graph.admin.tables.columns import columns_of
from graph.admin.tables.files import MAX_FILE_SIZE, MAX_ROWS, InvalidFile, read_table, write_table
from graph.admin.tables.resources import EntityResource

ROWS_PER_PAGE = 200
CONTENT_TYPES = {"csv": f"{CSV.CONTENT_TYPE}; charset=utf-8", "xlsx": XLSX.CONTENT_TYPE}
EXPIRED = "The upload has expired: it is stored for an hour, or until it is written. Upload the file again."
OUTDATED = "The data has changed since you opened the preview. This is what the table would do now."


class UploadForm(forms.Form):
    """A form that uploads a file with a table. A valid form has the `Table` in ``cleaned_data["table"]``."""

    file = forms.FileField(
        label="Table",
        help_text=f"CSV (UTF-8, comma or semicolon) or XLSX, at most {MAX_FILE_SIZE // 1024 // 1024} MB.",
        widget=forms.FileInput(attrs={"accept": ".csv,.xlsx"}),
    )

    def clean_file(self):
        file = self.cleaned_data["file"]
        if file.size > MAX_FILE_SIZE:
            raise forms.ValidationError(f"The file is larger than {MAX_FILE_SIZE // 1024 // 1024} MB.")
        try:
            self.cleaned_data["table"] = read_table(file.name, file.read())
        except InvalidFile as error:
            raise forms.ValidationError(str(error)) from None
        return file


class ConfirmForm(forms.Form):
    reason = ReasonField(help_text="Why, and from which source. It is stored with each change, in the history.")


class TablesMixin(EntityPages):
    def get_urls(self):
        wrap = self.admin_site.admin_view
        urls = [
            path("import/", wrap(self.import_view), name=self.url_name("import")),
            path("import/<uuid:key>/", wrap(self.preview_view), name=self.url_name("preview")),
        ]
        for extension in CONTENT_TYPES:
            view = wrap(partial(self.export_view, extension=extension))
            urls.append(path(f"export/{extension}/", view, name=self.url_name(f"export_{extension}")))
        return [*urls, *super().get_urls()]

    def get_list_tools(self, request):
        tools = super().get_list_tools(request)
        query = f"?{request.GET.urlencode()}" if request.GET else ""
        if self.has_export_permission(request):
            tools += [(f"Export {name.upper()}", self.url(f"export_{name}") + query) for name in CONTENT_TYPES]
        if self.has_import_permission(request):
            tools.append(("Import", self.url("import")))
        return tools

    def has_export_permission(self, request) -> bool:
        return may(request, "view", self.kind)

    def has_import_permission(self, request) -> bool:
        # A table may add and change entities: it needs both permissions.
        return may(request, "add", self.kind) and may(request, "change", self.kind)

    def export_view(self, request, extension):
        """Return a file with all entities that match the filters and the search of the list page."""
        if not self.has_export_permission(request):
            raise PermissionDenied
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        try:
            listed = self.get_changelist_instance(request).get_queryset(request)
        except IncorrectLookupParameters:
            return HttpResponseRedirect(f"{self.url('changelist')}?e=1")
        # The keys are selected first: a search may join tables and find a row twice.
        resource = EntityResource(self.kind)
        rows = resource.iter_queryset(self.model.objects.filter(pk__in=listed.order_by().values("pk")))
        table = chain([resource.get_export_headers()], map(resource.export_resource, rows))
        name = f"{slugify(self.opts.verbose_name_plural)}-{timezone.localdate():%Y-%m-%d}.{extension}"
        return FileResponse(
            write_table(table, extension), as_attachment=True, filename=name, content_type=CONTENT_TYPES[extension]
        )

    def import_view(self, request):
        self._require_import_permission(request)
        form = UploadForm()
        if request.method == "POST":
            form = UploadForm(request.POST, request.FILES)
            if form.is_valid() and (upload := self._store(request, form)):
                return HttpResponseRedirect(self.url("preview", upload.pk))
        context = {
            "title": f"Import {self.opts.verbose_name_plural}",
            "form": form,
            "columns": columns_of(self.kind).values(),
            "clear": CLEAR,
            "max_rows": MAX_ROWS,
        }
        return self.page(request, "tables/import", context)

    def _store(self, request, form):
        try:
            return preview.store_upload(request, self.kind, form.cleaned_data["file"].name, form.cleaned_data["table"])
        except InvalidFile as error:
            form.add_error("file", str(error))
            return None

    def preview_view(self, request, key):
        """Show what the uploaded table would change. POST writes the table or discards it."""
        self._require_import_permission(request)
        if request.method == "POST":
            return self._confirm(request, key)
        upload = preview.find_upload(request, self.kind, key)
        return self._preview(request, upload, ConfirmForm()) if upload else self._expired(request)

    def _confirm(self, request, key):
        form = ConfirmForm(request.POST)
        with transaction.atomic():
            # The lock keeps a second click from writing the table twice.
            upload = preview.find_upload(request, self.kind, key, lock=True)
            if upload is None:
                return self._expired(request)
            if "discard" in request.POST:
                upload.delete()
                self.message_user(request, "Discarded. Nothing was written.", messages.INFO)
                return HttpResponseRedirect(self.url("import"))
            if preview.shown_preview(upload)["counts"][preview.INVALID] or not form.is_valid():
                return self._preview(request, upload, form)
            return self._write(request, upload, form.cleaned_data["reason"])

    def _write(self, request, upload, reason):
        try:
            with transaction.atomic():
                counts = preview.write_upload(upload, by=request.user, note=reason)
        except (preview.PreviewOutdated, ActionRejected, IntegrityError):
            # The inner transaction is rolled back, but the lock on the upload remains.
            preview.refresh_upload(upload)
            self.message_user(request, OUTDATED, messages.WARNING)
            return HttpResponseRedirect(self.url("preview", upload.pk))
        text = f"Imported: {counts['new']} new, {counts['update']} changed, {counts['skip']} without change."
        self.message_user(request, text, messages.SUCCESS)
        return HttpResponseRedirect(self.url("changelist"))

    def _expired(self, request):
        self.message_user(request, EXPIRED, messages.WARNING)
        return HttpResponseRedirect(self.url("import"))

    def _preview(self, request, upload, form):
        shown = preview.shown_preview(upload)
        page = Paginator(shown["rows"], ROWS_PER_PAGE).get_page(request.GET.get("p"))
        for row in page:
            row["cells"] = [(name, *preview.mark_differences(before, after)) for name, before, after in row["changes"]]
        context = {
            "title": f"Import {self.opts.verbose_name_plural}: {upload.name}",
            "form": form,
            "counts": shown["counts"],
            "page": page,
            "pages": page.paginator.get_elided_page_range(page.number),
            "invalid": [row for row in page if row["type"] == preview.INVALID],
            "rows": [row for row in page if row["type"] != preview.INVALID],
            "upload_address": self.url("import"),
        }
        return self.page(request, "tables/preview", context)

    def _require_import_permission(self, request):
        if not self.has_import_permission(request):
            raise PermissionDenied
