"""Keys on real servers: revoked everywhere within a second, and no use is lost when a server ends."""

import sqlite3
import time
from contextlib import closing
from http.client import HTTPConnection

import pytest

from tests.accounts.servers import HOST, ask, headers_of, make_database, service

WORKERS = 2
REQUESTS = 30


@pytest.fixture
def database(tmp_path):
    """Its folder, with the key of one researcher in it."""
    (_, caller, key), _ = make_database(tmp_path, 1)
    return tmp_path, caller, key


def execute(folder, statement):
    with closing(sqlite3.connect(folder / "graph.sqlite3", timeout=20)) as connection, connection:
        return connection.execute(statement).fetchall()


def statuses(port, sent, requests=REQUESTS):
    """Of requests by as many connections, which the processes share among them."""
    told = []
    for _ in range(requests):
        with closing(HTTPConnection(HOST, port, timeout=30)) as connection:
            told.append(ask(connection, **sent).status)
    return told


def test_a_key_that_is_revoked_elsewhere_opens_nothing_after_a_second(database):
    folder, caller, key = database
    sent = headers_of(caller, key)
    with service(folder, workers=WORKERS) as port:
        before = set(statuses(port, sent))

        execute(folder, "UPDATE accounts_apikey SET revoked_at = datetime('now')")
        time.sleep(1)

        assert (before, set(statuses(port, sent))) == ({200}, {401})


def test_what_was_used_is_written_when_the_server_ends(database):
    folder, caller, key = database

    with service(folder, workers=WORKERS) as port:
        statuses(port, headers_of(caller, key))

    assert execute(folder, "SELECT endpoint, sum(served), sum(throttled) FROM accounts_keyuse") == [
        ("entities", REQUESTS, 0)
    ]
    assert execute(folder, "SELECT count(*) FROM accounts_apikey WHERE last_used_at IS NOT NULL") == [(1,)]


def test_what_was_used_is_written_while_the_server_runs(database):
    folder, caller, key = database

    with service(folder) as port:
        statuses(port, headers_of(caller, key), requests=3)
        time.sleep(6)

        assert execute(folder, "SELECT served FROM accounts_keyuse") == [(3,)]
