"""Django's database backend for SQLite, with a time limit for the queries of each request. It also has methods to
insert many rows, and to read one state of the database in several queries."""

import json
import os
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.backends.sqlite3 import base

from config.http.database import time_limit

STEPS_BETWEEN_CHECKS = 100_000
"""SQLite runs a query in small steps, and checks the time limit after this many of them (about 5 ms). More frequent
checks would make queries slower."""
MILLISECONDS = 1000
ROWS_PER_INSERT, MOST_VALUES = 50, 999
"""An INSERT has at most ROWS_PER_INSERT rows. All its rows together have at most MOST_VALUES values, because old
versions of SQLite reject an INSERT with more."""
OWNER_ONLY = 0o600
INDEXES = (
    "SELECT name, sql FROM sqlite_master "
    "WHERE type = 'index' AND sql LIKE 'CREATE INDEX %%' AND tbl_name IN (SELECT value FROM json_each(%s))"
)
"""An SQL query that returns (name, SQL that creates it) for each index of some tables, except the indexes of
constraints. The parameter is a JSON list of the names of the tables."""

_idle = defaultdict(list)
"""Maps the path of each database to its open connections that no thread uses."""


def create_private_file(path: str | Path) -> None:
    """Create the file of a database, so that other users of the machine cannot read it. Do nothing if the file exists,
    or if the database is in memory. SQLite gives its other files, such as the log of writes, the same permissions."""
    if not str(path).startswith((":", "file:")):
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL, OWNER_ONLY))


class DatabaseWrapper(base.DatabaseWrapper):
    has_server = False
    """True if the database is a separate server, which can hang or become unavailable."""
    json_array = "json_array"
    """The SQL function that returns its arguments as a JSON array."""
    json_array_of_rows = "json_group_array"
    """The SQL function that returns the values of a group of rows as a JSON array."""
    json_values = "json_each"
    """The SQL function that returns the items of a JSON array as rows with the column ``value``."""

    def get_new_connection(self, conn_params):
        """Return an open connection that no thread uses any more. If there is none, open a new one. Connections are
        reused, because SQLite reads the whole schema for each new one, which takes a millisecond. Each connection needs
        up to 5 MB of memory."""
        with suppress(IndexError):
            return _idle[conn_params["database"]].pop()
        create_private_file(conn_params["database"])
        connection = super().get_new_connection(conn_params)
        connection.set_progress_handler(time_limit.is_over, STEPS_BETWEEN_CHECKS)
        return connection

    def create_cursor(self, name=None):
        time_limit.check()
        return super().create_cursor(name)

    def is_hanging(self) -> bool:
        """Return False. Only a database on a server can hang, and SQLite has no server."""
        return False

    def prepared_cursor(self):
        return self.cursor()

    def close_pool(self):
        """Close the connections to this database that no thread uses."""
        connections = _idle.pop(self.settings_dict["NAME"], [])
        for connection in connections:
            connection.close()

    def _close(self):
        idle = _idle[self.settings_dict["NAME"]]
        if self.connection.in_transaction or self.in_atomic_block or len(idle) > settings.DJANGO_THREADS:
            super()._close()
        else:
            idle.append(self.connection)

    def vacuum(self):
        """Do nothing: SQLite has no dead rows, and plans the queries well without statistics."""

    def insert_rows(self, table: str, columns: Collection[str], rows: Iterable[Sequence]):
        """Insert rows, each a sequence with the values of the ``columns``. This is several times as fast as saving
        Django's model objects."""
        names = ", ".join(map(self.ops.quote_name, columns))
        insert = f"INSERT INTO {self.ops.quote_name(table)} ({names}) VALUES "  # noqa: S608 - our own names
        values, size = f"({', '.join(['%s'] * len(columns))})", min(ROWS_PER_INSERT, MOST_VALUES // len(columns))
        rows = list(rows)
        whole = len(rows) - len(rows) % size
        together = (list(chain.from_iterable(rows[start : start + size])) for start in range(0, whole, size))
        with self.cursor() as cursor:
            cursor.executemany(insert + ", ".join([values] * size), together)
            cursor.executemany(insert + values, rows[whole:])

    @contextmanager
    def consistent_read(self):
        """A context manager. All queries of its ``with`` block read the same state of the database, while other
        processes may change it. The block must not write. Inside a transaction, the queries are part of this
        transaction."""
        self.ensure_connection()
        usual, self.transaction_mode = self.transaction_mode, "DEFERRED"
        try:
            with transaction.atomic(self.alias, savepoint=False):
                yield
        finally:
            self.transaction_mode = usual

    @contextmanager
    def indexes_built_last(self, tables: Iterable[str]):
        """A context manager for a ``with`` block that fills these tables. It drops the indexes of the tables before the
        block, except those of constraints, and builds them again after it. This is several times as fast as to extend
        the indexes with each row. Use it inside a transaction: after an exception in the block, only the rollback
        restores the indexes."""
        with self.cursor() as cursor:
            cursor.execute(INDEXES, [json.dumps(list(tables))])
            indexes = cursor.fetchall()
            for name, _ in indexes:
                cursor.execute(f"DROP INDEX {self.ops.quote_name(name)}")
            yield
            for _, create_index in indexes:
                cursor.execute(create_index)

    def _start_transaction_under_autocommit(self):
        """Begin a transaction. If another transaction has locked the database, wait until it ends, but not longer than
        the time limit of the request. Without a time limit, wait at most for the seconds of the option ``timeout``."""
        seconds = time_limit.seconds_left()
        if seconds is None:
            return super()._start_transaction_under_autocommit()
        self._set_busy_timeout(max(0, seconds))
        try:
            return super()._start_transaction_under_autocommit()
        finally:
            self._set_busy_timeout(self.settings_dict["OPTIONS"]["timeout"])

    def _set_busy_timeout(self, seconds):
        self.connection.execute(f"PRAGMA busy_timeout = {int(seconds * MILLISECONDS)}")
