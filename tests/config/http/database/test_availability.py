"""Test that one thread tries to connect while PostgreSQL is unavailable, and that requests fail at once."""

from threading import Event

import pytest

from config.http.database import availability as module
from config.http.database.availability import Availability
from tests.accounts.servers import wait_until


class Server:
    """A database server that fails until the event ``works`` is set. ``attempts`` counts the attempts to connect to
    it."""

    def __init__(self):
        self.works, self.attempts = Event(), 0

    def connect(self):
        self.attempts += 1
        if not self.works.is_set():
            raise ConnectionResetError


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setattr(module, "RETRY_INTERVAL", 0.01)
    return Server()


@pytest.fixture
def availability(server):
    availability = Availability()
    availability.probe = server.connect
    return availability


def test_report_marks_the_database_as_unavailable_until_a_retry_succeeds(availability, server):
    availability.report(ConnectionResetError())

    wait_until(lambda: server.attempts >= 2)
    assert availability.is_unavailable

    server.works.set()
    wait_until(lambda: not availability.is_unavailable)


def test_only_the_first_report_starts_a_thread_and_writes_to_the_log(availability, server, caplog):
    for _ in range(3):
        availability.report(ConnectionResetError("secret"))

    assert [record.levelname for record in caplog.records].count("ERROR") == 1
    assert "secret" not in caplog.text
    server.works.set()
    wait_until(lambda: not availability.is_unavailable)


def test_connections_are_closed_once_before_the_first_retry(availability, server):
    closed = []
    availability.on_failure = lambda: closed.append(server.attempts)

    availability.report(ConnectionResetError())
    wait_until(lambda: server.attempts >= 2)
    server.works.set()
    wait_until(lambda: not availability.is_unavailable)

    assert closed == [0]
