"""Every database connection rejects writes to the graph that the journal does not record.

The guard reads the SQL itself. So it also sees bulk updates and SQL that was written by hand.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db.backends.signals import connection_created

WRITE = re.compile(
    r"\s*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+\"?(graph_[a-z]+)\b",
    re.IGNORECASE,
)
JOURNAL_TABLES = {"graph_change", "graph_journalstate"}
EDITORIAL_TABLES = {"graph_upload", "graph_notduplicate", "graph_worklist"}
"""Working data of editors (`graph.models.editorial`), which is no part of the graph."""

_written: ContextVar[set[str] | None] = ContextVar("tables of the graph written so far", default=None)


class NotJournalled(RuntimeError):
    """A table of the graph was to be written outside the journal. Use a function of `graph.actions` instead."""


@contextmanager
def allow_writes() -> Iterator[set[str]]:
    """Allow writes to the graph within the block; the caller must record them in the journal.

    Yields the set of table names that the block has written. A nested block belongs to the outer one.
    """
    outer, tables = _written.get(), set()
    token = _written.set(tables)
    try:
        yield tables
    finally:
        _written.reset(token)
        if outer is not None:
            outer |= tables


def reject_write(table: str) -> None:
    raise NotJournalled(f"{table} is written outside the journal. Use the functions of graph.actions.")


def guard_connection(connection, **kwargs) -> None:
    """Check every SQL statement of the connection before the database executes it."""
    if _check not in connection.execute_wrappers:
        connection.execute_wrappers.append(_check)


def guard_every_connection() -> None:
    connection_created.connect(guard_connection, dispatch_uid="graph.journal.guard")


def _check(execute, sql, params, many, context):
    table = _written_table(sql)
    if table:
        tables = _written.get()
        reject_write(table) if tables is None else tables.add(table)
    return execute(sql, params, many, context)


def _written_table(sql):
    """The guarded table that the SQL writes, or None."""
    found = WRITE.match(sql)
    table = found and found[1].lower()
    return None if table in JOURNAL_TABLES | EDITORIAL_TABLES else table
