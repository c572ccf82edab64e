"""Test the management command follow_results: its arguments, and how signals end it."""

import signal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.graph.interchange.result_reports import covered_election, csv_file, rows

pytestmark = pytest.mark.django_db

ELECTION = "united-kingdom-2019-legislative"


@pytest.fixture
def coverage():
    return covered_election()


@pytest.fixture
def handlers():
    """Restore the signal handlers after the test."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


class TestCommand:
    def run(self, location, **options):
        output = StringIO()
        call_command("follow_results", ELECTION, str(location), stdout=output, **options)
        return output.getvalue()

    def test_once_reads_a_folder(self, coverage, tmp_path):
        (tmp_path / "results.csv").write_bytes(csv_file(rows()))

        assert "2 recorded" in self.run(tmp_path, once=True)

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
    def test_command_waits_between_requests_until_a_signal(self, coverage, tmp_path, monkeypatch, number, handlers):
        waits = []

        def wait(event, seconds):
            waits.append(seconds)
            if len(waits) == 2:
                signal.raise_signal(number)
            return event.is_set()

        monkeypatch.setattr("threading.Event.wait", wait)
        output = self.run(tmp_path, interval=7)

        assert waits == [7, 7]
        assert output == "Stopped.\n"

    @pytest.mark.parametrize("location", ["file:///etc/hosts", "ftp://127.0.0.1/results.json", "/no/such/folder"])
    def test_other_locations_are_rejected(self, coverage, location):
        with pytest.raises(CommandError, match="is neither a folder nor an HTTP URL"):
            self.run(location, once=True)

    def test_interval_is_at_least_a_second(self, coverage, tmp_path):
        with pytest.raises(CommandError, match="at least one second"):
            self.run(tmp_path, interval=0)

    def test_election_must_be_covered(self, tmp_path):
        with pytest.raises(CommandError, match="No covered election"):
            self.run(tmp_path, once=True)
