"""Test webhooks with real processes: that nothing is lost when workers or an editor's process are killed, and how fast
changes are delivered. Without ``WEBHOOK_SCENARIOS=full``, only a short run of the first test takes place."""

import json
import os
import subprocess
import sys

import pytest
from django.db import connection

from tests.accounts.servers import copy_database
from tests.architecture.source import ROOT

FULL = os.environ.get("WEBHOOK_SCENARIOS") == "full"
FIGURES = {"lost": 0, "stuck": 0, "unknown_ids": 0, "bad_signatures": 0}
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def database_url(tmp_path):
    """Return the URL of a migrated database that other processes can open. With PostgreSQL, this is the test database.
    With SQLite, it is a copy in a file, because the test database is in memory."""
    values = connection.settings_dict
    if connection.features.has_select_for_update:
        return "postgres://{USER}:{PASSWORD}@{HOST}:{PORT}/{NAME}".format(**values)
    path = tmp_path / "graph.sqlite3"
    copy_database(path)
    return f"sqlite:///{path}"


@pytest.fixture
def scenario(database_url):
    """Return the function ``scenario(name, **options)``. It runs a scenario of `tests.feeds.webhooks.scenarios` in
    another process, and returns its figures."""

    def _scenario(name, **options):
        arguments = [f"--{option}={value}" for option, value in options.items()]
        command = [sys.executable, "-m", "tests.feeds.webhooks.scenarios", name, *arguments]
        environment = {**os.environ, "DATABASE_URL": database_url}
        ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600)
        assert ended.returncode == 0, ended.stderr
        return json.loads(ended.stdout)

    return _scenario


def test_worker_is_killed_and_nothing_is_lost(scenario):
    found = scenario("kills", events=2000 if FULL else 60, kills=60 if FULL else 3)

    assert found.items() >= FIGURES.items()
    assert found["most_of_one"] <= 3
    # A short run has so few deliveries that a few duplicates would already be a high percentage.
    assert not FULL or found["duplicates_percent"] <= 6


@pytest.mark.skipif(not FULL, reason="takes minutes: WEBHOOK_SCENARIOS=full")
def test_editor_is_killed_and_changes_are_equal_to_events(scenario):
    found = scenario("writes", events=1000, kills=100)

    assert found.items() >= {**FIGURES, "difference": 0}.items()
    assert found["changes"] >= 1000


@pytest.mark.skipif(not FULL, reason="takes a minute: WEBHOOK_SCENARIOS=full")
def test_change_is_sent_within_two_seconds(scenario):
    found = scenario("latency", events=60)

    assert found["longest_s"] <= 2
    assert found["p95_s"] <= 1


@pytest.mark.skipif(not FULL, reason="takes a minute: WEBHOOK_SCENARIOS=full")
def test_one_process_reaches_the_throughput(scenario):
    least = 250 if connection.features.has_select_for_update else 150

    assert scenario("throughput", events=3000)["per_second"] >= least


@pytest.mark.skipif(not FULL, reason="takes a minute: WEBHOOK_SCENARIOS=full")
@pytest.mark.skipif(not connection.features.has_select_for_update, reason="SQLite has one process at a time")
def test_four_processes_deliver_twice_as_fast(scenario):
    found = scenario("scaling", processes=4)

    assert found["per_second"] >= 2 * found["per_second_of_one"]
