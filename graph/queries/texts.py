"""Read the relationships from which the texts about politicians and parties are composed, and the lasting facts about
countries, offices and institutions."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

import orjson
from django.db import connection

from graph.queries.sql import fetch_all, read_queries
from graph.queries.statuses import status_on

LASTING_FACT = "lasting_fact"
TYPES = {"id": "bigint", "slug": "text"}
"""The SQL types of the columns by which entities are chosen."""
SQL = read_queries(__file__, LASTING_FACT=LASTING_FACT)


class TextRow(NamedTuple):
    """A relationship of a politician or party. ``name`` is the name of its object. ``fact`` is the type of an office,
    or the year in which the party was founded. Dates are partial, days are ISO texts or None.
    ``abroad`` is not empty if the object belongs to another country than the subject.

    A row of the type `LASTING_FACT` is no relationship: ``name`` is the name of the country of the subject, ``fact`` is
    its continent or type, and ``verified_at`` is the day on which the first of its sources was retrieved."""

    subject: str
    type: str
    object: int
    name: str
    fact: str
    position: int
    start_date: str
    end_date: str
    verified_at: str | None
    start_first: str | None
    end_last: str | None
    current_first: str | None
    current_last: str | None
    abroad: str = ""
    role: str = ""

    status = status_on


TextRows = dict[str, dict[str, list[TextRow]]]
"""Maps slugs of entities to their rows by type, sorted by position, then by start, then by name."""


def text_rows(*, column: str, values: Iterable) -> TextRows:
    """Return the rows of the entities whose ``column``, "id" or "slug", has one of these values."""
    return by_subject(fetch_all(*text_query(column, values)))


def text_query(column: str, values: Iterable) -> tuple[str, dict]:
    """Return the query of these rows with its parameters."""
    # A parameter for each of three thousand members of a parliament would take as long as the query itself.
    sql = SQL.TEXT_ROWS.format(column=column, type=TYPES[column], values=connection.json_values)
    return sql, {"values": orjson.dumps(list(values)).decode()}


def by_subject(values: Iterable[tuple]) -> TextRows:
    found = defaultdict(lambda: defaultdict(list))
    for slug, kind, pk, name, fact, number, *rest in values:
        found[slug][kind].append(TextRow(slug, kind, int(pk), name, fact, int(number), *rest))
    for by_type in found.values():
        for rows in by_type.values():
            # Most lists of three thousand members of a parliament have one row.
            if len(rows) > 1:
                rows.sort(key=lambda row: (row.position, row.start_first or "", row.name, row.object))
    return found
