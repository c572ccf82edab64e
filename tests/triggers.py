"""Triggers that a test has to drop: to empty the journal, or to reach a constraint that lies behind one."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from django.db import connection

INITIAL = import_module("graph.migrations.0001_initial")
JOURNAL = "graph_change_journal_is_append_only"


def drop_triggers(beginning: str) -> None:
    """Drop the triggers whose names begin so; on PostgreSQL this is the name of their function."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"DROP FUNCTION {beginning}() CASCADE")
            return
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name GLOB %s", [f"{beginning}*"])
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP TRIGGER {name}")


@contextmanager
def journal_without_triggers() -> Iterator[None]:
    """Drop the triggers of the journal within the block, and create them again as the migration does."""
    drop_triggers(JOURNAL)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            for sql in INITIAL.POSTGRESQL if connection.vendor == "postgresql" else INITIAL.SQLITE:
                if JOURNAL in sql:
                    cursor.execute(sql)
