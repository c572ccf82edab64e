"""Search in SQLite: the words of an entity are in an FTS5 table, whose rows are in the order of importance.

The table also indexes every prefix of up to twelve letters. SQLite would find longer prefixes only by a slow scan.
"""

from collections.abc import Iterable
from contextlib import contextmanager
from time import monotonic

from django.db import connection

from search.models import insert_columns
from search.query import Clause, IndexTerm

MAX_PREFIX = 12
"""A longer prefix is cut to this length. The ranking then leaves out words that begin with the cut prefix only."""
SECONDS = 1
STEPS_BETWEEN_CHECKS = 10_000
# The scan goes in the order of rowid, which is that of importance, and stops at the limit.
MATCH = (
    "SELECT entity_id, kind, country_code, importance, names, context FROM search_fts "
    "JOIN search_entity ON search_entity.rank_key = search_fts.rowid "
    "WHERE search_fts MATCH %s ORDER BY search_fts.rowid LIMIT %s"
)
ADD = "INSERT INTO search_fts (rowid, body) SELECT rank_key, body FROM search_entity WHERE entity_id IN ({})"
ADD_ALL = "INSERT INTO search_fts (search_fts) VALUES ('rebuild')"
REMOVE = (
    "INSERT INTO search_fts (search_fts, rowid, body) "
    "SELECT 'delete', rank_key, body FROM search_entity WHERE entity_id IN ({})"
)
REMOVE_ALL = "INSERT INTO search_fts (search_fts) VALUES ('delete-all')"
INSERT = "INSERT INTO {} ({}) VALUES ({})"


@contextmanager
def time_limit():
    """Limit the ``with`` block to one second; an SQL query that runs after that raises OperationalError."""
    connection.ensure_connection()
    deadline = monotonic() + SECONDS
    connection.connection.set_progress_handler(lambda: monotonic() > deadline, STEPS_BETWEEN_CHECKS)
    try:
        yield
    finally:
        connection.connection.set_progress_handler(None, 0)


def match(clauses: list[Clause], limit: int) -> list[tuple]:
    """Return at most ``limit`` index rows of entities that match every clause, most important first."""
    expression = " AND ".join(f"({' OR '.join(map(_alternative, clause))})" for clause in clauses)
    return fetch(MATCH, [expression, limit])


def fetch(query: str, parameters: list) -> list[tuple]:
    """Return the rows of an SQL query."""
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return cursor.fetchall()


def is_one_of(values: list) -> tuple[str, list]:
    """Return SQL that compares a column with the values, and its parameters."""
    return f"IN ({_placeholders(values)})", values


def add_text(pks: Iterable[int] | None) -> None:
    """Add entities, all for None, to the full text. Call this after their index rows were written."""
    _change_text(ADD_ALL, ADD, pks)


def remove_text(pks: Iterable[int] | None) -> None:
    """Remove entities, all for None, from the full text. Call this before their index rows are deleted."""
    _change_text(REMOVE_ALL, REMOVE, pks)


def analyse() -> None:
    """Do nothing: SQLite plans the queries of a search without statistics."""


def vacuum() -> None:
    """Do nothing: SQLite has no old row versions that later searches would read."""


def insert(model, rows: Iterable[tuple]) -> None:
    """Insert tuples, because two million model instances would take most of the time of a rebuild."""
    columns = insert_columns(model)
    query = INSERT.format(model._meta.db_table, ", ".join(columns), _placeholders(columns))
    with connection.cursor() as cursor:
        cursor.executemany(query, rows)


def _change_text(of_all, of_some, pks):
    parameters = [] if pks is None else list(pks)
    query = of_all if pks is None else of_some.format(_placeholders(parameters))
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)


def _placeholders(values):
    return ", ".join(["%s"] * len(values))


def _alternative(terms: list[IndexTerm]):
    """Return an FTS5 expression that requires all words. Each word is in quotes, so it cannot be an operator."""
    words = (f'"{term.word[:MAX_PREFIX]}"*' if term.is_prefix else f'"{term.word}"' for term in terms)
    return f"({' AND '.join(words)})"
