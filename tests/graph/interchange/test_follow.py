"""Test follow_results, which reads a folder with election results again and again, and waits longer after
errors."""

import os
from pathlib import Path

import pytest
from django.db import OperationalError
from django.utils import timezone

from graph.interchange.follow import Folder, Follower, RemoteFile, source_at
from graph.models import Coverage, ResultVersion
from tests.graph.interchange.result_reports import csv_file, rows

pytestmark = pytest.mark.django_db

ELECTION = "united-kingdom-2019-legislative"


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
        (tmp_path / "a.json").write_bytes(b"[")
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


def test_source_at_returns_an_address_for_a_url():
    assert isinstance(source_at("http://127.0.0.1/results.json"), RemoteFile)
