"""Search in PostgreSQL. PostgreSQL reads all matches in a GIN index, even if only a few rows are wanted. So the
entities are divided into tiers by importance, and each tier has its own index. A less important tier is searched only
if the more important tiers have too few matches."""

from contextlib import contextmanager

from django.db import connection, transaction

from graph.queries.sql import fetch_all, read_queries
from search.models import TIERS
from search.query import Clause, IndexTerm

TIER_NUMBERS = range(len(TIERS) + 1)
SQL = read_queries(__file__)
MATCH = " UNION ALL ".join(SQL.MATCH_IN_TIER.format(tier=tier) for tier in TIER_NUMBERS) + " LIMIT %s"


@contextmanager
def planned():
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(SQL.SETTINGS)
        yield


def match(clauses: list[Clause], limit: int) -> list[tuple]:
    expression = " & ".join(f"({' | '.join(map(_alternative, clause))})" for clause in clauses)
    return fetch_all(MATCH, [expression, limit] * len(TIER_NUMBERS) + [limit])


def keys_of(values: list) -> tuple[str, list]:
    return "unnest(%s::bigint[]) AS given (key)", [values]


def is_one_of(values: list) -> tuple[str, list]:
    """Return (SQL, parameters) for the condition that a column has one of the values. The SQL is the part after the
    name of the column: ``= ANY(%s)`` in ``word = ANY(%s)``."""
    return "= ANY(%s)", [values]


def add_text(pks: list[int] | None) -> None:
    """Do nothing, because PostgreSQL computes the full-text column of a row itself."""


remove_text = add_text


def insert_variants(rows: list[int]) -> None:
    """Insert rows into the table of `Variant`, which connects hashes with the indexed words. Each row is one integer:
    the upper 32 bits are the hash, and the lower 32 bits are the primary key of the word."""
    connection.insert_rows("search_variant", ("key", "token_id"), ((row >> 32, row & 0xFFFFFFFF) for row in rows))


def _alternative(terms: list[IndexTerm]):
    words = (f"'{term.word}':*" if term.is_prefix else f"'{term.word}'" for term in terms)
    return f"({' & '.join(words)})"
