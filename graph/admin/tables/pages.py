"""The pages of tables: a list as a file, a file as a plan, and the plan done at a word."""

from django.contrib import messages
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import IntegrityError, transaction
from django.http import FileResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import path
from django.utils import timezone
from django.utils.text import slugify

from graph.actions import ActionRejected
from graph.admin.pages import EntityPages, may
from graph.admin.tables import uploads
from graph.admin.tables.columns import CLEARED, columns_of
from graph.admin.tables.differences import both_sides
from graph.admin.tables.exporting import FORMATS, write_table
from graph.admin.tables.forms import ConfirmForm, UploadForm
from graph.admin.tables.reading import MOST_ROWS, UnreadableFile

ROWS_A_PAGE = 200
GONE = "The upload is no longer there: it is kept for an hour, and until it is done. Upload the file again."
MOVED = "The graph has changed since you looked. This is what the table would do now: look again."


class TablesMixin(EntityPages):
    """For the admin of a kind: its list as a file, and files that correct its entities and add new ones."""

    def get_urls(self):
        view = self.admin_site.admin_view
        urls = [
            path("import/", view(self.import_view), name=self.url_name("import")),
            path("import/<uuid:key>/", view(self.preview_view), name=self.url_name("preview")),
        ]
        exports = [
            path(f"export/{extension}/", view(self._exporter(extension)), name=self.url_name(f"export_{extension}"))
            for extension in FORMATS
        ]
        return [*urls, *exports, *super().get_urls()]

    def get_list_tools(self, request):
        tools = super().get_list_tools(request)
        asked = f"?{request.GET.urlencode()}" if request.GET else ""
        if self.may_export(request):
            tools += [(f"Export {name.upper()}", self.url(f"export_{name}") + asked) for name in FORMATS]
        if self.may_import(request):
            tools.append(("Import", self.url("import")))
        return tools

    def may_export(self, request) -> bool:
        return may(request, "view", self.kind)

    def may_import(self, request) -> bool:
        return may(request, "add", self.kind) and may(request, "change", self.kind)

    def _exporter(self, extension):
        def export_view(request):
            return self.export_view(request, extension)

        return export_view

    def export_view(self, request, extension):
        """The rows of the list as it is filtered and searched."""
        if not self.may_export(request):
            raise PermissionDenied
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        try:
            listed = self.get_changelist_instance(request).get_queryset(request)
        except IncorrectLookupParameters:
            return HttpResponseRedirect(f"{self.url('changelist')}?e=1")
        rows = self.model.objects.filter(pk__in=listed.order_by().values("pk"))
        name = f"{slugify(self.opts.verbose_name_plural)}-{timezone.localdate():%Y-%m-%d}.{extension}"
        content_type = FORMATS[extension].CONTENT_TYPE
        content_type += "; charset=utf-8" if content_type.startswith("text/") else ""
        file = write_table(self.kind, rows, extension)
        return FileResponse(file, as_attachment=True, filename=name, content_type=content_type)

    def import_view(self, request):
        self._refuse_import(request)
        form = UploadForm()
        if request.method == "POST":
            form = UploadForm(request.POST, request.FILES)
            if form.is_valid() and (upload := self._keep(request, form)):
                return HttpResponseRedirect(self.url("preview", upload.pk))
        columns = columns_of(self.kind).values()
        context = {"title": f"Import {self.opts.verbose_name_plural}", "form": form, "columns": columns}
        return self.page(request, "tables/import", context | {"cleared": CLEARED, "most_rows": MOST_ROWS})

    def _keep(self, request, form):
        try:
            return uploads.keep(request, self.kind, form.cleaned_data["file"].name, form.cleaned_data["table"])
        except UnreadableFile as refusal:
            form.add_error("file", str(refusal))
            return None

    def preview_view(self, request, key):
        self._refuse_import(request)
        if request.method == "POST":
            return self._confirm(request, key)
        upload = uploads.kept(request, self.kind, key)
        return self._preview(request, upload, ConfirmForm()) if upload else self._gone(request)

    def _confirm(self, request, key):
        form = ConfirmForm(request.POST)
        with transaction.atomic():
            upload = uploads.kept(request, self.kind, key, to_write=True)
            if upload is None:
                return self._gone(request)
            told = uploads.told_of(upload)
            if "discard" in request.POST:
                return self._discard(request, upload)
            if told["counts"]["bad"] or not form.is_valid():
                return self._preview(request, upload, form)
            return self._write(request, upload, form.cleaned_data["reason"])

    def _write(self, request, upload, reason):
        try:
            with transaction.atomic():
                counts = uploads.write(upload, by=request.user, note=reason)
        except (uploads.GraphHasMoved, ActionRejected, IntegrityError):
            uploads.look_again(upload)
            self.message_user(request, MOVED, messages.WARNING)
            return HttpResponseRedirect(self.url("preview", upload.pk))
        done = f"Done: {counts['new']} new, {counts['changed']} changed, {counts['same']} were so already."
        self.message_user(request, done, messages.SUCCESS)
        return HttpResponseRedirect(self.url("changelist"))

    def _discard(self, request, upload):
        upload.delete()
        self.message_user(request, "Discarded; nothing was written.", messages.INFO)
        return HttpResponseRedirect(self.url("import"))

    def _gone(self, request):
        self.message_user(request, GONE, messages.WARNING)
        return HttpResponseRedirect(self.url("import"))

    def _preview(self, request, upload, form):
        told = uploads.told_of(upload)
        page = Paginator(told["rows"], ROWS_A_PAGE).get_page(request.GET.get("p"))
        context = {
            "title": f"Import {self.opts.verbose_name_plural}: {upload.name}",
            "form": form,
            "counts": told["counts"],
            "page": page,
            "pages": page.paginator.get_elided_page_range(page.number),
            "bad": [row for row in page if row["deed"] == "bad"],
            "rows": [row | {"cells": _cells(row)} for row in page if row["deed"] != "bad"],
            "upload_address": self.url("import"),
        }
        return self.page(request, "tables/preview", context)

    def _refuse_import(self, request):
        if not self.may_import(request):
            raise PermissionDenied


def _cells(row):
    return [(column, *both_sides(before, after)) for column, before, after in row["changes"]]
