"""Search in SQLite. An FTS5 table has one row for each entity, in the order of importance."""

import json
from collections.abc import Iterable
from contextlib import nullcontext

from django.db import connection

from search.query import Clause, IndexTerm

MAX_PREFIX = 12
"""Longer prefixes are cut to the longest in the index of the FTS5 table. What they find in excess gets no score."""
# The scan goes in the order of rowid, which is that of importance, and stops at the limit.
MATCH = (
    "SELECT entity_id, kind, country_code, importance, names, context FROM search_fts "
    "JOIN search_entity ON search_entity.rank_key = search_fts.rowid "
    "WHERE search_fts MATCH %s ORDER BY search_fts.rowid LIMIT %s"
)
ADD = "INSERT INTO search_fts (rowid, body) SELECT rank_key, body FROM search_entity WHERE entity_id {}"
ADD_ALL = "INSERT INTO search_fts (search_fts) VALUES ('rebuild')"
REMOVE = (
    "INSERT INTO search_fts (search_fts, rowid, body) "
    "SELECT 'delete', rank_key, body FROM search_entity WHERE entity_id {}"
)
INSERT = "INSERT INTO {} ({}) VALUES ({})"


def planned():
    """Return a context manager that does nothing. SQLite needs no settings for the queries of a search."""
    return nullcontext()


def match(clauses: list[Clause], limit: int) -> list[tuple]:
    expression = " AND ".join(f"({' OR '.join(map(_alternative, clause))})" for clause in clauses)
    return fetch(MATCH, [expression, limit])


def fetch(query: str, parameters: list) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        return cursor.fetchall()


def keys_of(values: list) -> tuple[str, list]:
    return "(SELECT value AS key FROM json_each(%s)) AS given", [json.dumps(values)]


def is_one_of(values: list) -> tuple[str, list]:
    return f"IN ({_placeholders(values)})", values


def add_text(pks: list[int] | None) -> None:
    """Add these entities, which must have index rows, to the full-text table. If ``pks`` is None, rebuild the whole
    table."""
    condition, parameters = is_one_of(pks or [])
    fetch(ADD_ALL if pks is None else ADD.format(condition), parameters)


def remove_text(pks: list[int]) -> None:
    """Remove entities from the full-text table. Call this before their index rows are deleted."""
    condition, parameters = is_one_of(pks)
    fetch(REMOVE.format(condition), parameters)


def vacuum() -> None:
    """Do nothing, because SQLite has no old row versions and needs no statistics for the queries of a search."""


def insert(model, rows: Iterable[tuple]) -> None:
    """Insert tuples of column values. Making model instances would slow down a rebuild of the index."""
    columns = [field.column for field in model._meta.local_concrete_fields]
    query = INSERT.format(model._meta.db_table, ", ".join(columns), _placeholders(columns))
    with connection.cursor() as cursor:
        cursor.executemany(query, rows)


def _placeholders(values):
    return ", ".join(["%s"] * len(values))


def _alternative(terms: list[IndexTerm]):
    """Return an FTS5 expression that requires all of the words. Quotes keep FTS5 from reading a word as an operator."""
    words = (f'"{term.word[:MAX_PREFIX]}"*' if term.is_prefix else f'"{term.word}"' for term in terms)
    return f"({' AND '.join(words)})"
