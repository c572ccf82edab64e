"""PostgreSQL: the bodies as tsvector, with an index of the best known and one of all others.

GIN cannot stop early: a broad query is answered from the head alone, when that has enough.
"""

from collections.abc import Iterable
from contextlib import contextmanager

from django.db import connection, transaction
from psycopg import sql

from search.backends.common import MOST_CANDIDATES, TABLES
from search.query import Atom, Group

COLUMN = """
ALTER TABLE search_entity ADD COLUMN terms tsvector
GENERATED ALWAYS AS (array_to_tsvector(string_to_array(body, ' '))) STORED
"""
INDEXES = (
    "CREATE INDEX search_entity_head ON search_entity USING gin (terms) WHERE is_head",
    "CREATE INDEX search_entity_tail ON search_entity USING gin (terms) WHERE NOT is_head",
)
MILLISECONDS = 1000
# The predicates stand literally: with a parameter the planner does not see that an index fits.
HEAD = (
    "SELECT entity_id, kind, country_code, importance, names, context FROM search_entity "
    "WHERE is_head AND terms @@ %s::tsquery ORDER BY rank_key LIMIT %s"
)
TAIL = HEAD.replace("WHERE is_head", "WHERE NOT is_head")


@contextmanager
def time_limit():
    """What takes longer than a second fails with OperationalError instead of hanging."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL statement_timeout = {MILLISECONDS}")
        yield


def match(groups: list[Group], limit: int = MOST_CANDIDATES, *, head_only: bool = False) -> list[tuple]:
    """Rows that hold every group, the best known first; with ``head_only`` none but the best known."""
    expression = " & ".join(f"({' | '.join(map(_alternative, group))})" for group in groups)
    with connection.cursor() as cursor:
        cursor.execute(HEAD, [expression, limit])
        rows = cursor.fetchall()
        if len(rows) < limit and not head_only:
            cursor.execute(TAIL, [expression, limit - len(rows)])
            rows += cursor.fetchall()
    return rows


def add(pks: Iterable[int]) -> None:
    """The column follows its row by itself."""


def remove(pks: Iterable[int]) -> None:
    """The column goes with its row."""


def empty() -> None:
    """The column goes with its row."""


def fill() -> None:
    """Bring what was just written into the indexes proper, and tell the planner what there is now."""
    with connection.cursor() as cursor:
        for name in ("search_entity_head", "search_entity_tail"):
            cursor.execute("SELECT gin_clean_pending_list(%s::regclass)", [name])
        cursor.execute("ANALYZE search_entity, search_name, search_token, search_variant")


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
