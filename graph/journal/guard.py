"""Protect the tables of the graph: raise NotJournalled if code writes to one of them, except in a block
``with allow_writes()``. The code in such a block must record its changes in the journal."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

WRITE = re.compile(
    r"\s*(?:INSERT\s+(?:OR\s+\w+\s+)?INTO|REPLACE\s+INTO|UPDATE(?:\s+OR\s+\w+)?|DELETE\s+FROM)\s+\"?(graph_[a-z]+)\b",
    re.IGNORECASE,
)
FORGETTING = 'UPDATE "graph_resultversion" SET "by_id" = NULL'
"""The SQL that Django runs when the account of a user is deleted: it removes the user as the author of result versions
(stored counts). It is allowed without an entry in the journal."""
JOURNAL_TABLES = {"graph_change", "graph_journalstate"}
EDITORIAL_TABLES = {"graph_upload", "graph_notduplicate", "graph_worklist", "graph_errorreport"}
"""Tables with the working data of editors, such as uploads. Writes to them need no entry in the journal."""

_written: ContextVar[set[str] | None] = ContextVar("tables of the graph written so far", default=None)


class NotJournalled(RuntimeError):
    """Raised if code writes to the graph without recording the change in the journal. Such code must call a function of
    `graph.actions` instead."""


@contextmanager
def allow_writes() -> Iterator[set[str]]:
    """A context manager: code in its ``with`` block may write to the graph, and must record these writes in the
    journal. The ``as`` value is a set, to which the names of the written tables are added."""
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
    if _check not in connection.execute_wrappers:
        connection.execute_wrappers.append(_check)


def _check(execute, sql, params, many, context):
    found = WRITE.match(sql)
    table = found and found[1].lower()
    if table and table not in JOURNAL_TABLES | EDITORIAL_TABLES and not sql.startswith(FORGETTING):
        tables = _written.get()
        reject_write(table) if tables is None else tables.add(table)
    return execute(sql, params, many, context)
