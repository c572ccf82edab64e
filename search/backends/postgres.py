"""PostgreSQL: the bodies as tsvector, with an index for each tier.

GIN cannot stop early: a broad query is answered from the best known alone, when they have enough.
"""

from collections.abc import Iterable
from contextlib import contextmanager

from django.db import connection, transaction
from psycopg import Cursor, sql

from search.backends.common import MOST_CANDIDATES, TABLES, TIERS
from search.query import Atom, Group

# The tiers stand literally: with a parameter the planner does not see that an index fits. And it is told that there is
# no order to be had but by sorting: it would walk the primary key and look at every row there is.
OF_A_TIER = (
    "(SELECT entity_id, kind, country_code, importance, names, context FROM search_entity "
    "WHERE tier = 0 AND terms @@ %s::tsquery ORDER BY rank_key + 0 LIMIT %s)"
)
MATCH = (
    " UNION ALL ".join(OF_A_TIER.replace("tier = 0", f"tier = {tier}") for tier in range(len(TIERS) + 1)) + " LIMIT %s"
)
# One tier after the other, and none when there is enough; each question has its index, which costs of disks hide, and
# so the same plan whatever its words are.
FOR_A_SEARCH = """
SET LOCAL statement_timeout = {}; SET LOCAL max_parallel_workers_per_gather = 0;
SET LOCAL random_page_cost = 1; SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = force_generic_plan
"""
MILLISECONDS = 1000


@contextmanager
def time_limit():
    """What takes longer than a second fails with OperationalError instead of hanging."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(FOR_A_SEARCH.format(MILLISECONDS))
        yield


def match(groups: list[Group], limit: int = MOST_CANDIDATES) -> list[tuple]:
    """Rows that hold every group, the best known first."""
    expression = " & ".join(f"({' | '.join(map(_alternative, group))})" for group in groups)
    return ask(MATCH, [expression, limit] * (len(TIERS) + 1) + [limit])


def ask(statement: str, values: list) -> list[tuple]:
    """The rows of a statement that reads; planned once for a connection, as planning takes as long as finding.

    The framework's own cursors write the values into the statement, which is a new one each time then.
    """
    with connection.cursor() as cursor, connection.wrap_database_errors, Cursor(cursor.connection) as prepared:
        return prepared.execute(statement, values).fetchall()


def among(values: list) -> tuple[str, list]:
    """The condition that a column is one of the values, and its parameters: the same words for any number."""
    return "= ANY(%s)", [values]


def add(pks: Iterable[int]) -> None:
    """The column follows its row by itself."""


def remove(pks: Iterable[int]) -> None:
    """The column goes with its row."""


def empty() -> None:
    """The column goes with its row."""


def survey() -> None:
    """Tell the planner what there is: it knows nothing of tables that were just filled, and would scan them all."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def fill() -> None:
    """Bring what was just written into the indexes proper, and tell the planner what there is now."""
    with connection.cursor() as cursor:
        for tier in range(len(TIERS) + 1):
            cursor.execute("SELECT gin_clean_pending_list(%s::regclass)", [f"search_entity_tier_{tier}"])
        cursor.execute("ANALYZE search_entity, search_name, search_token, search_variant")


def tidy() -> None:
    """Clear away the rows that were replaced, which every search would look at once more; not inside a transaction."""
    if not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM search_entity, search_name, search_token, search_variant, search_stale")


def insert(table: str, rows: Iterable[tuple]) -> None:
    """Rows as they are: a model instance or a statement for each of two million would cost more than all else."""
    columns = sql.SQL(", ").join(map(sql.Identifier, TABLES[table]))
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), columns)
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(row)


def _alternative(atoms: list[Atom]):
    return f"({' & '.join(_atom(atom) for atom in atoms)})"


def _atom(atom):
    return f"'{atom.word}':*" if atom.is_prefix else f"'{atom.word}'"
