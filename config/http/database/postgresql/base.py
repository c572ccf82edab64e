"""Django's backend for PostgreSQL, with a time limit for queries. While PostgreSQL is unavailable, queries fail at
once."""

from contextlib import contextmanager, nullcontext
from functools import partial

from django.db import transaction
from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql import base
from psycopg import OperationalError
from psycopg_pool import ConnectionPool

from config.http.database import time_limit
from config.http.database.availability import availability
from config.http.database.postgresql.admission import admission
from config.http.database.postgresql.connection import LimitedConnection
from config.http.database.postgresql.cursor import PreparedCursor

PARAMETERS = {
    # Without this option, PostgreSQL may compile a query for up to a second, which is longer than any query of the API
    # takes.
    "options": "-c jit=off",
    "connect_timeout": 2,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Parameters of each connection to PostgreSQL. ``options`` turns off the JIT compiler of PostgreSQL. All other
parameters detect a broken network. ``keepalives_count`` is a number of probes, ``tcp_user_timeout`` is in milliseconds,
and the other times are in seconds."""


class DatabaseWrapper(base.DatabaseWrapper):
    has_server = True
    json_array = "json_build_array"
    json_array_of_rows = "json_agg"
    json_values = "json_array_elements_text"

    @property
    def pool(self):
        if self.alias == NO_DB_ALIAS:
            return None
        return self._connection_pools.get(self.alias) or self._make_pool()

    def get_connection_params(self):
        # Connections of the pool have the parameters with which the pool was made.
        return super().get_connection_params() if self.alias == NO_DB_ALIAS else {}

    def get_new_connection(self, conn_params):
        """Return a connection from the pool. If the server has closed this connection, drop it and take another one.
        Raise OperationalError if PostgreSQL is unavailable. Also raise it if all connections are in use, and none
        becomes free before the timeout of the pool."""
        if self.alias == NO_DB_ALIAS:
            return super().get_new_connection(conn_params)
        if availability.is_unavailable:
            raise OperationalError("PostgreSQL is unavailable.")
        # A timeout of the pool is not reported: its connections may all be in use, while PostgreSQL works.
        with admission.admit():
            connection = super().get_new_connection(conn_params)
            while not connection.is_alive():
                # The server closed the connection while it was in the pool. The pool makes another one.
                connection.close()
                connection._pool.putconn(connection)
                connection = super().get_new_connection(conn_params)
        return connection

    def is_usable(self):
        """Return True unless the server or this process has closed the connection. No query is sent."""
        return not self.connection.closed and self.connection.is_alive()

    def _set_autocommit(self, autocommit):
        # psycopg would take locks even if nothing changes. Each request takes a connection from the pool, and all
        # connections of the pool have autocommit.
        if self.connection.autocommit != autocommit:
            super()._set_autocommit(autocommit)

    def create_cursor(self, name=None):
        time_limit.check()
        return super().create_cursor(name)

    def is_hanging(self) -> bool:
        """Return True if PostgreSQL does not respond. This works even if this thread has no connection."""
        return admission.is_hanging()

    def prepared_cursor(self):
        """Return a cursor for a query that is often repeated with other parameters. After some repetitions on the same
        connection (``prepare_threshold``), psycopg prepares the query, so that PostgreSQL need not parse it again."""
        self.ensure_connection()
        time_limit.check()
        return self._prepare_cursor(PreparedCursor(self.connection))

    @contextmanager
    def consistent_read(self):
        """A context manager. All queries of its ``with`` block read the same state of the database, while other
        processes may change it. The block must not write. Inside a transaction, it has no effect: two queries may then
        read different states."""
        is_outermost = not self.in_atomic_block
        with transaction.atomic(self.alias, savepoint=False):
            if is_outermost:
                with self.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield

    def vacuum(self):
        """Remove the dead rows that updates and rolled back transactions leave behind (VACUUM), and update the
        statistics from which PostgreSQL plans queries. Inside a transaction, only update the statistics."""
        with self.cursor() as cursor:
            cursor.execute("ANALYZE" if self.in_atomic_block else "VACUUM (ANALYZE)")

    def insert_rows(self, table, columns, rows):
        """Insert rows with COPY. Each row is a sequence with the values of the ``columns``. This is several times as
        fast as saving Django's model objects."""
        names = ", ".join(map(self.ops.quote_name, columns))
        query = f"COPY {self.ops.quote_name(table)} ({names}) FROM STDIN"
        with self.wrap_database_errors, self.cursor() as cursor, cursor.copy(query) as copy:
            for row in rows:
                copy.write_row(row)

    def indexes_built_last(self, tables):
        """Return a context manager that does nothing. On SQLite, this method delays the building of indexes. On
        PostgreSQL, a delay would block readers until the transaction ends."""
        return nullcontext()

    def _make_pool(self):
        parameters = PARAMETERS | super().get_connection_params() | {"autocommit": True}
        pool = ConnectionPool(
            kwargs=parameters,
            connection_class=LimitedConnection,
            configure=self._configure_connection,
            open=False,
            **self.settings_dict["OPTIONS"]["pool"],
        )
        availability.probe = lambda: self.Database.connect(**parameters).close()
        availability.on_failure = self._discard_pool
        # Two threads may make a pool at the same time. In this case, both use the pool that was stored first.
        pool = self._connection_pools.setdefault(self.alias, pool)
        admission.probe = partial(_responds, self._connection_pools, self.alias)
        return pool

    def _discard_pool(self):
        pool = self._connection_pools.pop(self.alias, None)
        if pool:
            pool.close(timeout=0)


def _responds(pools, alias, seconds):
    """Return True if PostgreSQL responds within ``seconds``, otherwise False. ``pools`` maps the alias of each database
    to its pool of connections, and ``alias`` names the database.

    If the pool has an idle connection, send a query on it. Otherwise, wait until another thread returns a connection to
    the pool. If this connection is still open, PostgreSQL has just responded on it, so no query is needed."""
    pool = pools.get(alias)
    if pool is None:
        return False
    had_idle = bool(pool.get_stats()["pool_available"])
    try:
        connection = pool.getconn(timeout=seconds)
    except OperationalError:
        # All connections are in use, or the pool is closed.
        return False
    try:
        return connection.responds(seconds) if had_idle else not connection.closed
    finally:
        pool.putconn(connection)
