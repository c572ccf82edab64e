"""Search in PostgreSQL: the words of an entity are in a tsvector column, with a GIN index for each tier.

A tier is a part of the entities by importance. PostgreSQL cannot stop a search in a GIN index early. So it searches the
most important tier first, and the next tier only if there are not enough rows.
"""

from collections.abc import Iterable
from contextlib import contextmanager

from django.db import connection, transaction
from psycopg import Cursor, sql

from search.models import TIERS, insert_columns
from search.query import Clause, IndexTerm

TIER_NUMBERS = range(len(TIERS) + 1)
# The tier is a literal: with a parameter the planner does not see that a partial index fits. The sum in ORDER BY keeps
# the planner from walking the primary key, where it would look at every row.
MATCH_IN_TIER = (
    "(SELECT entity_id, kind, country_code, importance, names, context FROM search_entity "
    "WHERE tier = {} AND terms @@ %s::tsquery ORDER BY rank_key + 0 LIMIT %s)"
)
MATCH = " UNION ALL ".join(map(MATCH_IN_TIER.format, TIER_NUMBERS)) + " LIMIT %s"
# Without parallel workers, the tiers are read in turn until there are enough rows. Every query has an index that fits,
# so the other settings force the same plan whatever the words are.
SETTINGS = """
SET LOCAL statement_timeout = {}; SET LOCAL max_parallel_workers_per_gather = 0;
SET LOCAL random_page_cost = 1; SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = force_generic_plan
"""
MILLISECONDS = 1000


@contextmanager
def time_limit():
    """Limit each SQL query in the ``with`` block to one second; a longer query raises OperationalError."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(SETTINGS.format(MILLISECONDS))
        yield


def match(clauses: list[Clause], limit: int) -> list[tuple]:
    """Return at most ``limit`` index rows of entities that match every clause, most important first."""
    expression = " & ".join(f"({' | '.join(map(_alternative, clause))})" for clause in clauses)
    return fetch(MATCH, [expression, limit] * len(TIER_NUMBERS) + [limit])


def fetch(query: str, parameters: list) -> list[tuple]:
    """Return the rows of an SQL query. The connection prepares it, because planning takes as long as the search.

    Django's own cursors write the parameters into the SQL text. So each text would be new, and have a new plan.
    """
    with connection.cursor() as cursor, connection.wrap_database_errors, Cursor(cursor.connection) as prepared:
        return prepared.execute(query, parameters).fetchall()


def is_one_of(values: list) -> tuple[str, list]:
    """Return SQL that compares a column with the values, and its parameters. Any number of values has the same SQL."""
    return "= ANY(%s)", [values]


def add_text(pks: Iterable[int] | None) -> None:
    """If ``pks`` is None, update full-text indexes and statistics. Otherwise do nothing: the column updates itself."""
    if pks is None:
        with connection.cursor() as cursor:
            for tier in TIER_NUMBERS:
                cursor.execute("SELECT gin_clean_pending_list(%s::regclass)", [f"search_entity_tier_{tier}"])
            cursor.execute("ANALYZE search_entity, search_name, search_token, search_variant")


def remove_text(pks: Iterable[int] | None) -> None:
    """Do nothing: the full text is a column of the row, so it is deleted with the row."""


def analyse() -> None:
    """Update the statistics of all tables. Without them PostgreSQL would plan slow queries for newly filled tables."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def vacuum() -> None:
    """Remove old row versions, which slow down every search. Inside a transaction, do nothing."""
    if not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM search_entity, search_name, search_token, search_variant, search_stale")


def insert(model, rows: Iterable[tuple]) -> None:
    """Insert tuples by COPY, because two million model instances would take most of the time of a rebuild."""
    columns = sql.SQL(", ").join(map(sql.Identifier, insert_columns(model)))
    query = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(model._meta.db_table), columns)
    with connection.cursor() as cursor, cursor.copy(query) as copy:
        for row in rows:
            copy.write_row(row)


def _alternative(terms: list[IndexTerm]):
    words = (f"'{term.word}':*" if term.is_prefix else f"'{term.word}'" for term in terms)
    return f"({' & '.join(words)})"
