"""The admin pages to record a file of election results. On the first page, the editor uploads the file. The second page
shows what would be recorded for each race, and has a button to record it."""

import zlib
from io import BytesIO
from pathlib import Path

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import redirect

from config.http.bulk_actions import KEY
from graph.actions.results.ingest import UnreadableFile
from graph.admin.covering import choice_field
from graph.interchange.read_results import READERS, describe_report, ingest_file
from graph.models import Coverage, ResultVersion, Upload
from graph.models.editorial import decompress_json

RECORD, CERTIFY = "graph.add_resultversion", "graph.certify_resultversion"
LARGEST_FILE = 10_000_000
MOST_SHOWN = 500
EXPIRED = "The upload has expired: it is stored for an hour, or until it is recorded. Upload the file again."


class FileForm(forms.Form):
    file = forms.FileField(
        help_text="Our CSV, or a report in the format NIST SP 1500-100 (JSON), at most 10 MB.",
        widget=forms.FileInput(attrs={"accept": ",".join(READERS)}),
    )

    def __init__(self, *args):
        super().__init__(*args)
        self.fields["source"] = choice_field(ResultVersion, "source", "source", "Source")

    def clean_file(self):
        file = self.cleaned_data["file"]
        if Path(file.name).suffix.lower() not in READERS:
            raise forms.ValidationError("The name of the file ends neither with .csv nor with .json.")
        if file.size > LARGEST_FILE:
            raise forms.ValidationError("The file is larger than 10 MB.")
        return file


class UploadMixin:
    """A mixin for the admin of elections with results. It adds a page to upload a file of results, and a page to record
    it."""

    routes = {"upload": "<int:key>/upload/", "preview": "<int:key>/upload/<uuid:upload>/"}

    def upload_view(self, request, key):
        coverage = self._coverage(request, key)
        form = FileForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
        if form.is_valid():
            file, source = form.cleaned_data["file"], form.cleaned_data["source"]
            content, slug = file.read(), source.slug if source else ""
            try:
                report = _ingest(coverage, file.name, content, slug, by=request.user, dry_run=True)
            except UnreadableFile as error:
                form.add_error("file", str(error))
            else:
                parts = {"table": zlib.compress(content), "plan": _plan(coverage, slug, report)}
                upload = Upload.objects.replace(*_owner(request), name=file.name, **parts)
                return redirect(self.url("preview", key, upload.pk))
        context = {"title": "Upload results", "form": form, "media": form.media, "coverage": coverage}
        return self.page(request, "graph/results/upload", context | {"is_multipart": True})

    def preview_view(self, request, key, upload):
        """Show what the uploaded file of results would record. POST records it. POST with the field ``discard`` deletes
        the upload. ``key`` is the primary key of the election's `Coverage` row, and ``upload`` is the primary key of
        the `Upload`. If the upload has expired, redirect to the page for uploads."""
        coverage = self._coverage(request, key)
        upload = Upload.objects.of(*_owner(request)).filter(pk=upload).first()
        plan = upload and decompress_json(upload.plan)
        if upload is None or plan["election"] != key:
            self.message_user(request, EXPIRED, messages.WARNING)
            return redirect(self.url("upload", key))
        if request.method == "POST":
            upload.delete()
            if "discard" in request.POST:
                self.message_user(request, "Discarded. Nothing was recorded.", messages.INFO)
                return redirect(self.url("upload", key))
            content = zlib.decompress(bytes(upload.table))
            report = _ingest(coverage, upload.name, content, plan["source"], by=request.user)
            self.message_user(request, f"{upload.name}: {describe_report(report)}.", messages.SUCCESS)
            if not report.rejected:
                return redirect(self.races_url(key))
            plan, upload = _plan(coverage, plan["source"], report), None
        title = "Recorded" if upload is None else f"Preview: {upload.name}"
        context = {"title": title, "plan": plan, "upload": upload, "coverage": coverage}
        return self.page(request, "graph/results/preview", context | {"upload_address": self.url("upload", key)})

    def _coverage(self, request, key):
        if not request.user.has_perm(RECORD):
            raise PermissionDenied
        coverage = Coverage.objects.filter(pk=key).select_related("election") if KEY.fullmatch(str(key)) else None
        if not coverage:
            raise Http404
        return coverage.get()


def _owner(request):
    return request.user, request.session.session_key, Upload.RESULTS


def _ingest(coverage, name, content, source, *, by, **options):
    may_certify = by.has_perm(CERTIFY)
    return ingest_file(coverage, BytesIO(content), name, source=source, by=by, may_certify=may_certify, **options)


def _plan(coverage, source, report):
    """Return the data for the preview page of an uploaded file of results, as a dictionary that can be stored as JSON.
    ``coverage`` is the row of the election, and ``source`` is the slug of the source. ``report`` is an `IngestReport`:
    what would be recorded. Its lists ``accepted`` and ``rejected`` are cut after MOST_SHOWN items. ``left_out`` in the
    dictionary is the number of items that were cut."""
    return {
        "election": coverage.pk,
        "source": source,
        "summary": describe_report(report),
        "accepted": report.accepted[:MOST_SHOWN],
        "rejected": report.rejected[:MOST_SHOWN],
        "left_out": max(0, len(report.accepted) - MOST_SHOWN) + max(0, len(report.rejected) - MOST_SHOWN),
    }
