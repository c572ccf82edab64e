"""Read the data from which descriptions are composed. For politicians and parties, these are their relationships. For
countries, offices and institutions, these are facts that do not change with time, such as the continent."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

import orjson
from django.db import connection

from graph.kinds import KINDS, Kind
from graph.queries.sql import fetch_all, read_queries
from graph.queries.statuses import status_on
from graph.relations import TIMELESS

LASTING_FACT = "lasting_fact"
LASTING = {Kind.COUNTRY: ("continent",), Kind.INSTITUTION: ("institution_type",), Kind.OFFICE: ("office_type",)}
"""The facts of countries, institutions and offices that do not change with time, such as the continent of a country.
For all other facts of these kinds, sources give only the current value."""
CHANGING = sorted({name for kind in LASTING for name in KINDS[kind].stored_fields if name not in LASTING[kind]})
GIVES_CHANGING = " OR ".join(f"""CAST(n.facts AS text) LIKE '%%"{name}"%%'""" for name in CHANGING)
"""An SQL condition that is true for a citation ``n`` if its source gives a fact that can change with time, such as the
seats of a chamber."""
TYPES = {"id": "bigint", "slug": "text"}
"""The two columns by which `text_rows` can choose entities, and their SQL types."""
TIMELESS_TYPES = ", ".join(f"'{type_}'" for type_ in sorted(TIMELESS))
SQL = read_queries(__file__, LASTING_FACT=LASTING_FACT, GIVES_CHANGING=GIVES_CHANGING, TIMELESS=TIMELESS_TYPES)


class TextRow(NamedTuple):
    """A relationship of a politician or party (the subject) with another entity (the object). The start and end are
    partial dates. All days are ISO texts or None.

    - ``name`` is the name of the object.
    - ``fact`` is the type of the object if the object is an office. It is the foundation year of the subject if the
      subject is a party. In all other cases, it is "".
    - ``abroad`` is "" if subject and object belong to the same country, and otherwise "abroad".

    A row of the type `LASTING_FACT` is not a relationship. Its ``fact`` is a fact of the entity ``subject`` that does
    not change with time: the continent of a country, or the type of an office or institution. ``name`` is the name of
    the entity's country. Other facts of the entity can change with time. ``verified_at`` is the first day on which a
    source of such facts was retrieved, or None if no source gives them."""

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
"""{slug of an entity: {type of a relationship: rows of this type}}. The rows are sorted by ``position``, then by start,
name and role."""


def text_rows(*, column: str, values: Iterable, day: date = date.max) -> TextRows:
    """Return the `TextRow` rows (relationships and lasting facts) from which the descriptions of some entities as of
    ``day`` are composed. The entities are those whose ``column``, "id" or "slug", has one of the ``values``.

    Relationships with unpublished entities, and those that had not begun by ``day``, are left out. Without a start, a
    relationship begins on the day of its last confirmation. Without start and confirmation, or with a `TIMELESS` type,
    it has always begun. The candidacies of a politician who has held an office by ``day`` are left out too."""
    return by_subject(fetch_all(*text_query(column, values, day)))


def text_query(column: str, values: Iterable, day: date) -> tuple[str, dict]:
    """Return (SQL, parameters) of the query for the `TextRow` rows from which the descriptions of some entities as of
    ``day`` are composed. The entities are those whose ``column``, "id" or "slug", has one of the ``values``."""
    # Pass the values as one JSON parameter: for a parliament of 3,000 members, as many parameters would double the
    # time.
    sql = SQL.TEXT_ROWS.format(column=column, type=TYPES[column], values=connection.json_values)
    return sql, {"values": orjson.dumps(list(values)).decode(), "day": day.isoformat()}


def by_subject(values: Iterable[tuple]) -> TextRows:
    found = defaultdict(lambda: defaultdict(list))
    for row in map(TextRow._make, values):
        found[row.subject][row.type].append(row)
    for by_type in found.values():
        for rows in by_type.values():
            # Most lists have only one row and need no sorting.
            if len(rows) > 1:
                rows.sort(key=_order)
    return found


def _order(row):
    # Databases return rows in different orders, so no two rows may be equal here. Somebody who begins an office twice
    # in the same year was probably acting first.
    return row.position, row.start_first or "", row.name, row.object, not row.role, row.role, row.start_date
