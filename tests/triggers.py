"""Drop triggers in tests: to empty append-only tables, or to violate a constraint that a trigger would check first."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from django.db import connection

INITIAL, RESULTS = (import_module(f"graph.migrations.{name}") for name in ("0001_initial", "0002_results"))
JOURNAL = "graph_change_journal_is_append_only"
RESULT_VERSIONS = "result_versions_are_append_only"


def drop_triggers(beginning: str) -> None:
    """Drop the triggers whose names begin with ``beginning``. With PostgreSQL, this must be the exact name of a trigger
    function: drop it, and so all triggers that call it."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"DROP FUNCTION {beginning}() CASCADE")
            return
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name GLOB %s", [f"{beginning}*"])
        for (name,) in cursor.fetchall():
            cursor.execute(f"DROP TRIGGER {name}")


@contextmanager
def without_append_only_triggers() -> Iterator[None]:
    """Drop the triggers of append-only tables in the ``with`` block, and create them again afterwards.

    With PostgreSQL, the triggers of result versions remain. They do not prevent TRUNCATE, with which Django empties
    tables there.
    """
    is_postgresql = connection.vendor == "postgresql"
    drop_triggers(JOURNAL)
    if not is_postgresql:
        drop_triggers(f"*{RESULT_VERSIONS}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            for sql in INITIAL.POSTGRESQL if is_postgresql else [*INITIAL.SQLITE, *RESULTS.SQLITE]:
                if JOURNAL in sql or RESULT_VERSIONS in sql:
                    cursor.execute(sql)
