from hashlib import sha256

from django.http import StreamingHttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import http_date
from rest_framework.viewsets import ViewSet

from config.http.documents import STRING, ref
from config.http.openapi import operation
from config.http.parameters import read_parameters
from config.http.renderers import FileRenderer, JSONRenderer
from config.http.streams import stream
from config.http.views import PublicMixin
from snapshots.api.parameters import OF_ELECTION, JsonDownloadParameters, StateParameters
from snapshots.api.states import last_modified, state_of
from snapshots.results.downloads import ResultsDownload, csv_file, json_file, nist_file

CSV, JSON = "text/csv", "application/json"
NIST_REPORT = {
    "type": "object",
    "description": "An `ElectionReport` of NIST SP 1500-100, which has a JSON Schema of its own",
    "properties": {"@type": {"const": "ElectionResults.ElectionReport", "description": "What the object is"}},
    "required": ["@type"],
}
JSON_FILE = {"anyOf": [ref(ResultsDownload.component), NIST_REPORT]}


class DownloadViewSet(PublicMixin, ViewSet):
    """Stream all results of an election as a file. The rate limit does not count downloads. Respond with 429 if too
    many files are being streamed."""

    def get_renderers(self):
        is_csv = self.request.path.endswith(".csv")
        # Errors are JSON even if the client accepts only CSV.
        return [FileRenderer(CSV, "csv"), JSONRenderer()] if is_csv else [JSONRenderer()]

    @operation("download_results_csv", STRING, StateParameters(), in_path=OF_ELECTION, media_type=CSV)
    def csv(self, request, slug):
        params, _ = read_parameters(request.GET, StateParameters)
        return self._file(slug, params, csv_file, CSV, "csv")

    @operation("download_results_json", JSON_FILE, JsonDownloadParameters(), in_path=OF_ELECTION)
    def json(self, request, slug):
        params, _ = read_parameters(request.GET, JsonDownloadParameters)
        is_nist = params["format"] == "nist"
        return self._file(slug, params, nist_file if is_nist else json_file, JSON, "nist.json" if is_nist else "json")

    def _file(self, slug, params, write, media_type, ending):
        state = state_of(slug, params)
        newest = last_modified(state)
        # The ETag is a hash of what determines the content, because the content itself is not known before it is
        # streamed.
        election = state.election
        key = slug, state.sequence, state.as_of, election.updated_at, election.journal.position, ending
        etag = f'"{sha256(repr(key).encode()).hexdigest()[:32]}"'
        headers = {
            "ETag": etag,
            "Last-Modified": http_date(newest.timestamp()),
            "Content-Disposition": f'attachment; filename="{slug}-results.{ending}"',
        }
        request = self.request._request
        # Like the file, this response has no Content-Length, and its ETag is not that of an empty body.
        unsent = StreamingHttpResponse(content_type=media_type, headers=headers)
        response = get_conditional_response(request, etag, int(newest.timestamp()), unsent)
        # Neither a HEAD request nor a response such as 304 needs the content.
        if request.method != "GET" or response.status_code != 200:
            return response
        return stream(request, write(state), content_type=media_type, headers=headers)
