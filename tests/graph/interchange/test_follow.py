"""Test follow_results, which reads a folder or URL with election results again and again, and waits longer after
errors."""

import json
import os
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from time import sleep

import pytest
from django.db import OperationalError
from django.utils import timezone

from graph.interchange.follow import Folder, Follower, RemoteFile, source_at
from graph.models import Coverage, ResultVersion
from tests.graph.interchange.result_reports import covered_election, csv_file, report, rows

pytestmark = pytest.mark.django_db

ELECTION = "united-kingdom-2019-legislative"
BODY = json.dumps(report()).encode()


@pytest.fixture
def coverage():
    return covered_election()


@pytest.fixture
def lines():
    """Return the list to which the Follower adds each line of its output."""
    return []


@pytest.fixture
def follower(coverage, tmp_path, lines):
    """Return a Follower that reads an empty folder every ten seconds."""
    return Follower(ELECTION, Folder(tmp_path), 10, lines.append)


class TestFolder:
    def test_new_file_is_recorded_once(self, follower, tmp_path, lines):
        (tmp_path / "results.csv").write_bytes(csv_file(rows()))

        assert [follower.step(), follower.step()] == [10, 10]

        assert lines == ["results.csv: 2 recorded, 0 unchanged, 0 late, 0 rejected"]

    def test_changed_file_is_recorded_again(self, follower, tmp_path):
        path = tmp_path / "results.csv"
        path.write_bytes(csv_file(rows()))
        follower.step()
        path.write_bytes(csv_file(rows(valid_from="2019-12-13T00:00:00Z", phase="provisional")))

        follower.step()

        assert ResultVersion.objects.filter(phase="provisional").count() == 2

    def test_older_files_come_first(self, follower, tmp_path):
        for name, phase, time in (("a.csv", "final", 2_000), ("b.csv", "counting", 1_000)):
            path = tmp_path / name
            path.write_bytes(csv_file(rows(phase=phase, valid_from="")))
            os.utime(path, (time, time))

        follower.step()

        phases = ResultVersion.objects.filter(race__slug="aberavon").order_by("number").values_list("phase", flat=True)
        assert list(phases) == ["counting", "final"]

    def test_unreadable_file_does_not_stop_the_others(self, follower, tmp_path, lines):
        (tmp_path / "a.json").write_bytes(BODY[:-9])
        (tmp_path / "b.csv").write_bytes(csv_file(rows()))
        (tmp_path / "notes.txt").write_bytes(b"not a result")

        follower.step()

        assert ResultVersion.objects.count() == 2
        assert "a.json: The file is not JSON" in lines[1]

    def test_folders_and_broken_links_are_left_out(self, follower, tmp_path, lines):
        (tmp_path / "a.csv").mkdir()
        (tmp_path / "b.csv").symlink_to(tmp_path / "nowhere")
        (tmp_path / "c.csv").write_bytes(csv_file(rows()))

        assert follower.step() == 10
        assert lines == ["c.csv: 2 recorded, 0 unchanged, 0 late, 0 rejected"]

    def test_file_that_cannot_be_opened_is_tried_again(self, follower, tmp_path, monkeypatch):
        (tmp_path / "a.csv").write_bytes(csv_file(rows()[:3]))
        (tmp_path / "b.csv").write_bytes(csv_file(rows()[3:]))
        open_ = Path.open

        def fail(path, *args):
            if path.name == "a.csv":
                raise PermissionError(path)
            return open_(path, *args)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "open", fail)
            assert follower.step() == 20
        assert ResultVersion.objects.get().race.slug == "aberconwy"

        assert follower.step() == 10
        assert ResultVersion.objects.count() == 2

    def test_file_is_read_again_after_a_failure_of_the_database(self, follower, tmp_path, monkeypatch):
        def fail(*args, **options):
            raise OperationalError("The database is starting.")

        (tmp_path / "results.csv").write_bytes(csv_file(rows()))
        with monkeypatch.context() as patch:
            patch.setattr("graph.interchange.follow.ingest_file", fail)
            assert follower.step() == 20

        assert follower.step() == 10
        assert ResultVersion.objects.count() == 2

    def test_rejected_races_are_reported(self, follower, tmp_path, lines):
        (tmp_path / "results.csv").write_bytes(csv_file([*rows(), {"race": "atlantis", "candidacy": "x", "votes": 1}]))

        follower.step()

        assert lines[1] == "results.csv, line 8: atlantis: The election has no such race."

    def test_response_is_stored(self, follower, coverage):
        before = timezone.now()
        follower.step()

        coverage.refresh_from_db()
        assert coverage.follow_interval == 10
        assert coverage.followed_at >= before

    def test_deleted_folder_is_unavailable(self, follower, coverage, tmp_path, lines):
        tmp_path.rmdir()

        waits = [follower.step() for _ in range(6)]

        assert waits == [20, 40, 80, 160, 300, 300]
        assert lines[0].startswith("The source is unavailable: ")
        assert Coverage.objects.get().followed_at is None

    def test_unavailable_database_is_waited_for(self, follower, tmp_path, monkeypatch):
        def fail():
            raise OperationalError("The database is starting.")

        monkeypatch.setattr(follower, "poll", fail)
        assert follower.step() == 20

        monkeypatch.setattr(follower, "poll", Folder(tmp_path))
        assert follower.step() == 10


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


def test_source_at_returns_an_address_for_a_url():
    assert isinstance(source_at("http://127.0.0.1/results.json"), RemoteFile)
