"""SQLite: an FTS5 table over the bodies, in the order of importance.

Every beginning of a word, up to twelve letters, is a word of its own there: to gather all that begin so takes a scan.
"""

from collections.abc import Iterable
from contextlib import contextmanager
from time import monotonic

from django.db import connection

from search.backends.common import MOST_CANDIDATES, TABLES
from search.query import Atom, Group

LONGEST_BEGINNING = 12
"""In letters: as long as the index has them. What begins alike and goes on otherwise, ranking leaves out."""
SECONDS = 1
STEPS = 10_000
"""Steps of the database's machine between two looks at the clock."""
# The scan goes in the order of rowid, that is of importance, and stops at the limit.
MATCH = (
    "SELECT entity_id, kind, country_code, importance, names, context FROM search_fts "
    "JOIN search_entity ON search_entity.rank_key = search_fts.rowid "
    "WHERE search_fts MATCH %s ORDER BY search_fts.rowid LIMIT %s"
)
ADD = "INSERT INTO search_fts (rowid, body) SELECT rank_key, body FROM search_entity WHERE entity_id IN ({})"
REMOVE = (
    "INSERT INTO search_fts (search_fts, rowid, body) "
    "SELECT 'delete', rank_key, body FROM search_entity WHERE entity_id IN ({})"
)
INSERT = "INSERT INTO {} ({}) VALUES ({})"
REBUILD = "INSERT INTO search_fts (search_fts) VALUES ('rebuild')"
EMPTY = "INSERT INTO search_fts (search_fts) VALUES ('delete-all')"


@contextmanager
def time_limit():
    """What takes longer than a second fails with OperationalError instead of hanging."""
    connection.ensure_connection()
    deadline = monotonic() + SECONDS
    connection.connection.set_progress_handler(lambda: monotonic() > deadline, STEPS)
    try:
        yield
    finally:
        connection.connection.set_progress_handler(None, 0)


def match(groups: list[Group], limit: int = MOST_CANDIDATES) -> list[tuple]:
    """Rows that hold every group, the best known first."""
    expression = " AND ".join(f"({' OR '.join(map(_alternative, group))})" for group in groups)
    return ask(MATCH, [expression, limit])


def ask(statement: str, values: list) -> list[tuple]:
    """The rows of a statement that reads."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def among(values: list) -> tuple[str, list]:
    """The condition that a column is one of the values, and its parameters."""
    return f"IN ({', '.join(['%s'] * len(values))})", values


def add(pks: Iterable[int]) -> None:
    """Index rows that were just written."""
    _execute(ADD, pks)


def remove(pks: Iterable[int]) -> None:
    """Take rows out of the index before they are deleted or changed."""
    _execute(REMOVE, pks)


def empty() -> None:
    """Take everything out, before the rows are deleted."""
    with connection.cursor() as cursor:
        cursor.execute(EMPTY)


def survey() -> None:
    """Its planner goes by the indexes alone."""


def fill() -> None:
    """Index every row, after all were written."""
    with connection.cursor() as cursor:
        cursor.execute(REBUILD)


def tidy() -> None:
    """What was deleted leaves nothing behind."""


def insert(table: str, rows: Iterable[tuple]) -> None:
    """Rows as they are: a model instance for each of two million would cost more than all else."""
    columns = TABLES[table]
    statement = INSERT.format(table, ", ".join(columns), _places(columns))
    with connection.cursor() as cursor:
        cursor.executemany(statement, rows)


def _execute(statement, pks):
    pks = list(pks)
    with connection.cursor() as cursor:
        cursor.execute(statement.format(_places(pks)), pks)


def _places(values):
    return ", ".join(["%s"] * len(values))


def _alternative(atoms: list[Atom]):
    """Words are letters and digits; quoted, none of them can be an operator."""
    return f"({' AND '.join(_atom(atom) for atom in atoms)})"


def _atom(atom):
    return f'"{atom.word[:LONGEST_BEGINNING]}"*' if atom.is_prefix else f'"{atom.word}"'
