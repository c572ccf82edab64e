"""Search in SQLite. An FTS5 table has one row for each entity, in the order of importance."""

import json
from contextlib import nullcontext

from graph.batches import batches
from graph.queries.sql import fetch_all, read_queries
from search.query import Clause, IndexTerm

MAX_PREFIX = 12
"""FTS5 searches for the beginning of a word with at most this many letters. Further letters are cut off, so FTS5 also
finds some words that do not match. Later, `rank` gives these words no score."""
SQL = read_queries(__file__)


def planned():
    """Return a context manager that does nothing. The function exists because the module for PostgreSQL has it, too:
    there, it changes settings of the database during a search."""
    return nullcontext()


def match(clauses: list[Clause], limit: int) -> list[tuple]:
    expression = " AND ".join(f"({' OR '.join(map(_alternative, clause))})" for clause in clauses)
    return fetch_all(SQL.MATCH, [expression, limit])


def keys_of(values: list) -> tuple[str, list]:
    return "(SELECT value AS key FROM json_each(%s)) AS given", [json.dumps(values)]


def is_one_of(values: list) -> tuple[str, list]:
    return f"IN ({', '.join(['%s'] * len(values))})", values


def add_text(pks: list[int] | None) -> None:
    """Add these indexed entities to the full-text table. If ``pks`` is None, rebuild the whole table."""
    condition, parameters = is_one_of(pks or [])
    fetch_all(SQL.ADD_ALL if pks is None else SQL.ADD.format(pks=condition), parameters)


def remove_text(pks: list[int]) -> None:
    """Remove entities from the full-text table. Call this before their index rows are deleted, because FTS5 needs the
    text of these rows."""
    condition, parameters = is_one_of(pks)
    fetch_all(SQL.REMOVE.format(pks=condition), parameters)


def insert_variants(rows: list[int]) -> None:
    """Insert rows into the table of `Variant`, which connects hashes with the indexed words. Each row is one integer:
    the upper 32 bits are the hash, and the lower 32 bits are the primary key of the word."""
    for batch in batches(rows):
        keys, parameters = keys_of(batch)
        fetch_all(SQL.INSERT_VARIANTS.format(rows=keys), parameters)


def _alternative(terms: list[IndexTerm]):
    """Return an FTS5 expression that matches rows with all words in ``terms``. The words are in quotes, so that FTS5
    does not read a word such as OR as an operator."""
    words = (f'"{term.word[:MAX_PREFIX]}"*' if term.is_prefix else f'"{term.word}"' for term in terms)
    return f"({' AND '.join(words)})"
