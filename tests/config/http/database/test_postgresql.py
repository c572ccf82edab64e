"""Test the backend for PostgreSQL while the database server is stopped or hangs. A proxy between the service and the
server simulates this."""

import socket
from contextlib import closing, suppress
from threading import Event, Thread, Timer
from time import monotonic

import psycopg
import pytest
from django.db import OperationalError, close_old_connections, connection

from config.http.database import time_limit
from config.http.database.availability import Availability
from config.http.database.postgresql.admission import Admission, admission
from tests.accounts.servers import HOST, free_port, wait_until
from tests.config.http.database.slow import query, slow_query

LIMIT = 0.2
MAX_SECONDS = 1

pytestmark = [
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no server"),
    pytest.mark.django_db(transaction=True),
]


class Proxy:
    """Passes bytes between clients and a server. After ``hang`` is called, it passes nothing until ``resume`` is
    called."""

    def __init__(self, host, port):
        self._server, self._passes = (host, port), Event()
        self._passes.set()
        self._listener = socket.create_server((HOST, 0))
        self.port = self._listener.getsockname()[1]
        self.hang, self.resume = self._passes.clear, self._passes.set
        Thread(target=self._accept, daemon=True).start()

    def close(self):
        self.resume()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self):
        with suppress(OSError):
            while True:
                Thread(target=self._serve, args=(self._listener.accept()[0],), daemon=True).start()

    def _serve(self, client):
        with client, socket.create_connection(self._server) as server:
            upstream = Thread(target=self._copy, args=(client, server), daemon=True)
            upstream.start()
            self._copy(server, client)
            upstream.join()

    def _copy(self, source, target):
        with suppress(OSError):
            while data := source.recv(65536):
                self._passes.wait()
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def proxy():
    parameters = connection.pool.kwargs
    with closing(Proxy(parameters.get("host") or HOST, int(parameters.get("port") or 5432))) as proxy:
        yield proxy


@pytest.fixture
def availability(monkeypatch):
    """Return a new `Availability`, which this process uses in this test instead of its own."""
    availability = Availability()
    for module in ("database.availability", "database.postgresql.base", "database.postgresql.connection", "problems"):
        monkeypatch.setattr(f"config.http.{module}.availability", availability)
    return availability


@pytest.fixture
def connect_to(monkeypatch, settings, availability):
    """Return a function that makes this process connect to the database at another port."""
    settings.DATABASE_SECONDS_PER_REQUEST = LIMIT

    def connect_to(port):
        connection.close()
        connection.close_pool()
        monkeypatch.setitem(connection.settings_dict, "PORT", port)

    old = connection.settings_dict["PORT"]
    yield connect_to
    availability.probe = lambda: None
    wait_until(lambda: not availability.is_unavailable)
    connect_to(old)


def fails_after(function) -> float:
    """Call the function with the time limit of a request, and assert that it raises OperationalError. Return the
    seconds until then."""
    time_limit.start()
    started = monotonic()
    with pytest.raises(OperationalError):
        function()
    time_limit.stop()
    connection.close()
    return monotonic() - started


def test_server_that_hangs_is_noticed_in_time_and_then_not_waited_for(proxy, connect_to, availability):
    connect_to(proxy.port)
    query()
    proxy.hang()

    assert fails_after(query) < MAX_SECONDS
    assert availability.is_unavailable
    assert fails_after(query) < 0.1
    proxy.resume()
    wait_until(lambda: not availability.is_unavailable, seconds=3)
    assert query() == [(1,)]


@pytest.mark.parametrize("is_connected", [True, False])
def test_thread_over_the_limit_does_not_wait_for_the_server(proxy, connect_to, availability, monkeypatch, is_connected):
    small = Admission(places=1)
    for module in ("base", "connection"):
        monkeypatch.setattr(f"config.http.database.postgresql.{module}.admission", small)
    connect_to(proxy.port)
    if is_connected:
        query()
    proxy.hang()
    time_limit.start()

    with small.admit():
        assert fails_after(query) < LIMIT
    assert not availability.is_unavailable
    proxy.resume()


def test_probe_fails_if_the_server_hangs(proxy, connect_to, availability):
    connect_to(proxy.port)
    query()

    assert admission.probe(MAX_SECONDS)
    proxy.hang()
    started = monotonic()
    assert not admission.probe(0.01)
    assert monotonic() - started < MAX_SECONDS
    proxy.resume()


def test_end_of_a_request_does_not_wait_for_the_server(proxy, connect_to):
    connect_to(proxy.port)
    query()
    connection.errors_occurred = True
    proxy.hang()
    resume = Timer(LIMIT, proxy.resume)
    resume.start()
    started = monotonic()

    close_old_connections()

    assert monotonic() - started < LIMIT
    resume.join()


def test_server_that_is_stopped_is_not_waited_for(connect_to, availability):
    connect_to(free_port())

    assert fails_after(query) < 0.5
    assert availability.is_unavailable


def test_slow_query_is_cancelled_and_the_database_stays_available(connect_to, proxy, monkeypatch, availability):
    monkeypatch.setattr("config.http.database.postgresql.connection.SECONDS_TO_CANCEL", 5)
    connect_to(proxy.port)

    assert fails_after(slow_query) >= LIMIT
    assert not availability.is_unavailable
    running = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%%pg_sleep(60)' AND state = 'active'"
    wait_until(lambda: query(running) == [(0,)], seconds=3)


def test_connection_that_ended_in_the_pool_is_replaced(availability):
    query()
    ended = connection.connection.info.backend_pid
    parameters = connection.pool.kwargs
    connection.close()
    with psycopg.connect(**parameters) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [ended])
        wait_until(lambda: not other.execute("SELECT 1 FROM pg_stat_activity WHERE pid = %s", [ended]).fetchall())

    assert query() == [(1,)]
    assert connection.connection.info.backend_pid != ended
    assert not availability.is_unavailable


@pytest.fixture
def pool_of_one(monkeypatch, availability):
    """Give this process a connection pool with a single connection to PostgreSQL."""
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict["OPTIONS"], "pool", {"max_size": 1, "min_size": 1, "timeout": 0.1})
        connection.close()
        connection.close_pool()
        yield
    connection.close()
    connection.close_pool()


def test_pool_whose_connections_are_all_in_use_leaves_the_database_available(pool_of_one, availability):
    query()

    with pytest.raises(OperationalError):
        connection.copy().ensure_connection()

    assert not availability.is_unavailable
