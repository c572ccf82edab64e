"""Show the list of the files that can be downloaded."""

from urllib.parse import urlencode

from django import forms
from django.urls import reverse
from rest_framework.viewsets import ViewSet

from config.http import cursors
from config.http.documents import COUNT, DAY, STRING, TIMESTAMP, URL, Document, Member, one_of
from config.http.links import base_url
from config.http.openapi import operation
from config.http.parameters import CountryCodeField, OneOfField, read_parameters
from config.http.views import NEVER, PublicMixin, json_response
from graph.api.lookup import check_country
from graph.documents import COUNTRY_CODE
from graph.journal.journal import LIST
from snapshots.downloads.build import FORMATS
from snapshots.downloads.sets import find_set


class DownloadFile(Document):
    name = Member(STRING, description="The file's name; `/downloads/{name}` is always the newest file of this name")
    url = Member(URL, description="The address of this very file, until a day after a newer one has replaced it")
    format = Member(
        one_of(FORMATS),
        description="`jsonl`: JSON Lines in a ZIP archive. `csv`: a table for each kind, in a ZIP archive. `results`: "
        "CSV of each election with results, in a ZIP archive. `graphml` and `sqlite`: one file, compressed by gzip",
    )
    country_code = Member(COUNTRY_CODE | {"description": "Country of the file; null for the whole graph"}, null=True)
    country = Member(STRING, null=True, description="Name of the country; null for the whole graph")
    media_type = Member(STRING, description="Media type of the file")
    size = Member(COUNT, description="Number of bytes")
    sha256 = Member(STRING, description="SHA-256 of the file, in hexadecimal digits")
    licence = Member({"type": "array", "items": STRING}, description="Licences of the sources, SPDX where there is one")


class DownloadsResponse(Document, component="DownloadsAnswer"):
    generated_at = Member(TIMESTAMP, null=True, description="When the files were built; null if there are none yet")
    as_of = Member(DAY, null=True, description="The day of the statuses and texts in the files")
    position = Member(COUNT, null=True, description="Position in the journal of the last change in the files")
    changes = Member(URL, description="The changes since then: follow them to keep a copy up to date")
    files = Member(DownloadFile, many=True, description="Files of the whole graph, then of each country by name")


class DownloadsParameters(forms.Form):
    country = CountryCodeField()
    format = OneOfField(FORMATS, help_text="Only this format")


class FileViewSet(PublicMixin, ViewSet):
    @operation("list_downloads", DownloadsResponse, DownloadsParameters())
    def list(self, request):
        params, _ = read_parameters(request.GET, DownloadsParameters)
        found, base = find_set(), base_url(request)
        changes = base + reverse("changes")
        if found is None:
            # There are no files until the first build has ended. This is not an error.
            empty = {"generated_at": None, "as_of": None, "position": None, "changes": changes, "files": []}
            return json_response(empty, NEVER)
        wanted = {"country_code": params["country"], "format": params["format"]}
        files = [
            {"name": name, "url": base + reverse("download", args=[found.name, name]), **about}
            for name, about in found.files.items()
            if all(not value or about[key] == value for key, value in wanted.items())
        ]
        if not files:
            check_country(params["country"])
        document = {
            "generated_at": found.generated_at,
            "as_of": found.as_of,
            "position": found.position,
            "changes": f"{changes}?{urlencode({'since': cursors.encode([LIST, found.position])})}",
            "files": files,
        }
        return json_response(document, found.generated_at)
