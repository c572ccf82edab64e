"""Test follow_results with a file that a server sends over HTTP."""

import json
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from time import sleep

import pytest

from graph.interchange.follow import Follower, RemoteFile
from graph.models import Coverage, ResultVersion
from tests.graph.interchange.result_reports import csv_file, report, rows

pytestmark = pytest.mark.django_db

ELECTION = "united-kingdom-2019-legislative"
BODY = json.dumps(report()).encode()


class Server(HTTPServer):
    """An HTTP server with a single file. ``requests`` has (header If-None-Match, status code) for each request."""

    body, etag, status = BODY, '"1"', 200
    part, pause = len(BODY), 0

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.requests = []
        self.headers = {}
        self.moved_to = {}  # Maps paths to the URLs to which the server redirects.

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/results.json"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        server = self.server
        if self.path in server.moved_to:
            self.send_response(302)
            self.send_header("Location", server.moved_to[self.path])
            self.end_headers()
            return
        known = self.headers["If-None-Match"]
        status = 304 if known == server.etag and server.status == 200 else server.status
        server.requests.append((known, status))
        self.send_response(status)
        headers = {"ETag": server.etag, "Content-Length": len(server.body) if status == 200 else 0}
        for name, value in (headers | server.headers).items():
            self.send_header(name, value)
        self.end_headers()
        # The client closes the connection if the response takes too long.
        with suppress(ConnectionError):
            for start in range(0, len(server.body) if status == 200 else 0, server.part):
                self.wfile.write(server.body[start : start + server.part])
                sleep(server.pause)

    def log_message(self, *args):
        """Write no log messages."""


@contextmanager
def serving():
    with Server() as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def server():
    with serving() as server:
        yield server


class TestRemoteFile:
    @pytest.fixture
    def follower(self, coverage, server, lines):
        return Follower(ELECTION, RemoteFile(server.url), 10, lines.append)

    def test_unchanged_file_is_sent_once(self, follower, server):
        follower.step()
        follower.step()

        assert server.requests == [(None, 200), ('"1"', 304)]
        assert ResultVersion.objects.count() == 2

    def test_changed_file_is_recorded(self, follower, server):
        follower.step()
        changes = {"GeneratedDate": "2019-12-13T01:00:00Z", "Status": "unofficial-complete"}
        server.body, server.etag = json.dumps(report(lambda made: made.update(changes))).encode(), '"2"'
        follower.step()

        assert ResultVersion.objects.filter(number=2).count() == 2

    @pytest.mark.parametrize(("path", "content_type"), [("/RESULTS.CSV", "text/plain"), ("/results", "text/csv")])
    def test_csv_is_recognised_by_its_path_or_content_type(self, coverage, server, lines, path, content_type):
        server.body, server.headers = csv_file(rows()), {"Content-Type": content_type}
        server.part = len(server.body)

        Follower(ELECTION, RemoteFile(server.url.replace("/results.json", path)), 10, lines.append).step()

        assert lines == ["results.csv: 2 recorded, 0 unchanged, 0 late, 0 rejected"]

    @pytest.mark.parametrize(
        "values",
        [
            {"status": 500},
            {"body": BODY[:-9]},
            {"body": b"<html>"},
            {"headers": {"Content-Length": "9999"}},
            {"headers": {"Content-Encoding": "gzip"}},
        ],
    )
    def test_unusable_response_is_requested_again_later(self, follower, server, values, coverage):
        for name, value in values.items():
            setattr(server, name, value)
        assert follower.step() == 20
        assert Coverage.objects.get().followed_at is None

        server.status, server.body, server.headers = 200, BODY, {}
        assert follower.step() == 10
        assert ResultVersion.objects.count() == 2

    def test_redirect_is_followed(self, follower, server):
        server.moved_to["/results.json"] = "/moved.json"

        assert follower.step() == 10
        assert ResultVersion.objects.count() == 2

    @pytest.mark.parametrize("url", ["ftp://127.0.0.1/results.json", "file:///etc/hosts"])
    def test_redirect_to_another_scheme_is_an_error(self, follower, server, lines, url):
        server.moved_to["/results.json"] = url

        assert follower.step() == 20
        assert "The URL redirects to an address that does not begin with http:// or https://." in lines[0]

    def test_file_that_is_too_large_is_not_read_to_its_end(self, follower, server, lines, monkeypatch):
        monkeypatch.setattr("graph.interchange.follow.LARGEST_FILE", 2_000)
        monkeypatch.setattr("graph.interchange.follow.CHUNK", 500)
        server.body = b" " * 5_000 + BODY

        assert follower.step() == 20
        assert lines == ["The source is unavailable: The file is larger than 2000 bytes."]

    def test_file_that_is_sent_too_slowly_is_given_up(self, follower, server, lines, monkeypatch):
        monkeypatch.setattr("graph.interchange.follow.LONGEST_TRANSFER", 0.1)
        server.part, server.pause = 1, 0.02

        assert follower.step() == 20
        assert lines == ["The source is unavailable: The file was not complete after 0.1 seconds."]

    def test_recovery_is_reported(self, follower, server, lines):
        server.status = 500
        follower.step()
        server.status = 200
        follower.step()

        assert lines[-1] == "The source is available again."

    def test_stopped_server_is_unavailable(self, coverage, lines):
        with serving() as server:
            follower = Follower(ELECTION, RemoteFile(server.url), 10, lines.append)

        assert follower.step() == 20
