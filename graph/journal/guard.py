"""The guard makes every database connection reject writes to the graph that are not recorded in the journal.

The guard checks the SQL itself, so it also finds bulk updates and SQL that was written by hand.
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
"""Tables with the working data of editors (`graph.models.editorial`). Writes to them need no journal."""

_written: ContextVar[set[str] | None] = ContextVar("tables of the graph written so far", default=None)


class NotJournalled(RuntimeError):
    """Raised when code writes the graph but not the journal. Use a function of `graph.actions` instead."""


@contextmanager
def allow_writes() -> Iterator[set[str]]:
    """Allow writes to the graph within the block. The caller must record the writes in the journal.

    Yields a set, to which each written table is added. A nested block adds its tables to the outer set when it ends.
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
    """Make the connection check every SQL statement before the database executes it."""
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
    """Return the table of the graph that the SQL writes. Return None if it writes no table that needs a journal."""
    found = WRITE.match(sql)
    table = found and found[1].lower()
    return None if table in JOURNAL_TABLES | EDITORIAL_TABLES else table
