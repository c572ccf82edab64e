"""Test the backend for SQLite while another connection has locked the database."""

import sqlite3
from contextlib import closing
from time import monotonic

import pytest
from django.db import OperationalError, connection

from config.http.database import time_limit
from config.http.database.sqlite3.base import DatabaseWrapper, create_private_file

MAX_SECONDS = 2

pytestmark = [
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows only"),
    pytest.mark.django_db,
]


@pytest.fixture
def locked(tmp_path):
    """Return a Django connection to a database that another connection has locked."""
    path = tmp_path / "locked.sqlite3"
    locked = DatabaseWrapper({**connection.settings_dict, "NAME": path}, "locked")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("BEGIN IMMEDIATE")
        locked.ensure_connection()
        yield locked
        locked.close()
        locked.close_pool()


def test_transaction_of_a_request_waits_for_the_lock_no_longer_than_its_time(locked, settings):
    settings.DATABASE_SECONDS_PER_REQUEST = 0.1
    started = monotonic()

    time_limit.start()
    with pytest.raises(OperationalError, match="locked"):
        locked._start_transaction_under_autocommit()
    time_limit.stop()

    assert monotonic() - started < MAX_SECONDS
    timeout = locked.cursor().execute("PRAGMA busy_timeout").fetchone()
    assert timeout == (1000 * settings.DATABASES["default"]["OPTIONS"]["timeout"],)


def test_closed_connection_is_used_by_the_next_thread(tmp_path):
    first, second = (DatabaseWrapper({**connection.settings_dict, "NAME": tmp_path / "a"}, "a") for _ in range(2))
    first.ensure_connection()
    opened = first.connection

    first.close()
    second.ensure_connection()

    assert second.connection is opened
    assert second.cursor().execute("PRAGMA foreign_keys").fetchone() == (1,)
    second.close()
    second.close_pool()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened.execute("SELECT 1")


def test_connection_with_an_open_transaction_is_not_used_again(tmp_path):
    wrapper = DatabaseWrapper({**connection.settings_dict, "NAME": tmp_path / "a"}, "a")
    wrapper.ensure_connection()
    closed = wrapper.connection
    wrapper.cursor().execute("BEGIN")

    wrapper.close()
    wrapper.ensure_connection()

    assert wrapper.connection is not closed
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        closed.execute("SELECT 1")
    wrapper.close()
    wrapper.close_pool()


def test_database_file_is_private(tmp_path):
    path = tmp_path / "graph.sqlite3"

    create_private_file(path)
    path.write_text("data")
    create_private_file(path)

    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text() == "data"


@pytest.mark.parametrize("name", [":memory:", "file:memorydb_default?mode=memory&cache=shared"])
def test_database_in_memory_has_no_file(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    create_private_file(name)

    assert not list(tmp_path.iterdir())


def test_indexes_built_last_are_missing_in_the_block_and_the_same_after_it():
    def indexes():
        with connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'graph_entity'")
            return dict(cursor.fetchall())

    before = indexes()
    with connection.indexes_built_last(["graph_entity"]):
        meanwhile = indexes()

    assert "entity_by_name" in before.keys() - meanwhile.keys()
    assert "country_code_names_one_country" in meanwhile, "it belongs to a constraint"
    assert indexes() == before
