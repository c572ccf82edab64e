import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from psycopg import RawCursor

PLACEHOLDER = re.compile(r"%(?:s|\((\w+)\)s|%)")


class PreparedCursor(RawCursor):
    """A cursor for queries that are often repeated with other parameters. psycopg's other cursors read a query of more
    than 4,096 characters each time to find its placeholders."""

    def execute(self, query: str, params: Mapping | Sequence = (), **options) -> "PreparedCursor":
        numbered, names = _with_numbers(query)
        return super().execute(numbered, [params[name] for name in names], **options)


@lru_cache(maxsize=500)
def _with_numbers(query):
    """Return (query as bytes, names). The query has numbers (``$1``, ``$2`` and so on) instead of placeholders.
    ``names`` says for each number where its value is in the parameters:

    - For a placeholder ``%(name)s``, it has the key "name".
    - For a placeholder ``%s``, it has the index of the value.

    For example, ``a = %(x)s AND b = %(y)s`` becomes ``a = $1 AND b = $2``, and ``names`` is ("x", "y")."""
    numbers = {}

    def number_of(found):
        if found[0] == "%%":
            return "%"
        return numbers.setdefault(found[1] or len(numbers), f"${len(numbers) + 1}")

    return PLACEHOLDER.sub(number_of, query).encode(), tuple(numbers)
