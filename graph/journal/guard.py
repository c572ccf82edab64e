"""No statement writes the graph outside the journal: every connection to a database refuses it.

It looks at the statements themselves, so that no way of making one (a save, an update or creation in bulk, SQL by
hand) leads around it.
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
KEPT_BY_THE_JOURNAL = {"graph_change", "graph_journalstate"}
"""The journal itself: append-only by its own rule (`graph.journal.triggers`)."""
ON_THE_DESK = {"graph_upload", "graph_notduplicate", "graph_worklist"}
"""What editors keep beside the graph (`graph.models.editorial`); nobody else is told of it."""

_written: ContextVar[set[str] | None] = ContextVar("tables of the graph written so far", default=None)


class NotJournalled(RuntimeError):
    """The graph was to be written without a word in the journal; write by a verb of `graph.actions`."""


@contextmanager
def writing() -> Iterator[set[str]]:
    """Within, the graph may be written; gives the names of the tables that were. Whoever opens this keeps the journal.

    One inside another is part of it.
    """
    outer, tables = _written.get(), set()
    token = _written.set(tables)
    try:
        yield tables
    finally:
        _written.reset(token)
        if outer is not None:
            outer |= tables


def is_writing() -> bool:
    """Whether someone who keeps the journal writes just now, in this thread."""
    return _written.get() is not None


def refuse(table: str) -> None:
    """What becomes of a write that nobody journals."""
    raise NotJournalled(f"{table} is written outside the journal; the verbs of graph.actions write inside it.")


def watch(connection, **kwargs) -> None:
    """See every statement of the connection before the database does."""
    if _look not in connection.execute_wrappers:
        connection.execute_wrappers.append(_look)


def guard_every_connection() -> None:
    connection_created.connect(watch, dispatch_uid="the journal is kept")


def _look(execute, sql, params, many, context):
    table = _table_written(sql)
    if table:
        _written.get().add(table) if is_writing() else refuse(table)
    return execute(sql, params, many, context)


def _table_written(sql):
    """The table of the graph that the statement writes; None for any other statement."""
    found = WRITE.match(sql)
    table = found and found[1].lower()
    return None if table in KEPT_BY_THE_JOURNAL | ON_THE_DESK else table
