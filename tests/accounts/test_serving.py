"""Test API keys and forms with a real server. Two processes record the usage, and reject a revoked key within a
second."""

import sqlite3
import time
from contextlib import closing
from http.client import HTTPConnection

import pytest

from tests.accounts.servers import HOST, headers_of, make_database, send, service, wait_until

REQUESTS = 20
pytestmark = pytest.mark.django_db(transaction=True)


def execute(folder, sql):
    with closing(sqlite3.connect(folder / "graph.sqlite3", timeout=20)) as connection, connection:
        return connection.execute(sql).fetchall()


def statuses(port, headers):
    """Return the set of status codes of many requests. Each opens a new connection, so each of the two processes gets
    some of them."""
    found = set()
    for _ in range(REQUESTS):
        with closing(HTTPConnection(HOST, port, timeout=30)) as connection:
            found.add(send(connection, **headers).status)
    return found


def served(folder):
    return execute(folder, "SELECT endpoint, sum(served) FROM accounts_keyuse GROUP BY endpoint")


def test_server_records_use_and_rejects_revoked_keys(tmp_path):
    (_, caller, key), _ = make_database(tmp_path, 1)
    with service(tmp_path, workers=2) as port:
        assert statuses(port, headers_of(caller, key)) == {200}
        wait_until(lambda: served(tmp_path) == [("entities", REQUESTS)], seconds=10)
        assert statuses(port, headers_of(caller, key)) == {200}

        execute(tmp_path, "UPDATE accounts_apikey SET revoked_at = datetime('now')")
        revoked = time.monotonic()
        wait_until(lambda: time.monotonic() - revoked >= 1)
        assert statuses(port, headers_of(caller, key)) == {401}

    # The server wrote the remaining counts when it ended.
    assert served(tmp_path) == [("entities", 2 * REQUESTS)]


def test_server_reads_the_whole_body_of_an_upload(tmp_path):
    make_database(tmp_path)
    lines = b'--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n' + b"a line\n\n" * 500 + b"\r\n--x--\r\n"
    with service(tmp_path) as port, closing(HTTPConnection(HOST, port, timeout=30)) as connection:
        connection.request("POST", "/report", lines, {"Content-Type": "multipart/form-data; boundary=x"})
        # The form has no CSRF token. An incomplete body would be rejected earlier, with the status 400.
        assert connection.getresponse().status == 403
