"""Read the relationships from which the texts about politicians and parties are composed."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from graph.queries.relationships import status_on
from graph.queries.sql import fetch_all, read_queries

SQL = read_queries(__file__)


class TextRow(NamedTuple):
    """A relationship of a politician or party. ``name`` is the name of its object. ``fact`` is the type of an office,
    or the year in which the party was founded. Dates are partial, days are ISO texts or None."""

    subject: int
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

    status = status_on


def text_rows(pks: Iterable[int]) -> dict[int, dict[str, list[TextRow]]]:
    """Map politicians and parties to their rows by type, sorted by position, then by start, then by name."""
    parameters = {f"pk{number}": pk for number, pk in enumerate(pks)}
    names = ", ".join(f"%({name})s" for name in parameters) or "NULL"
    return by_subject(map(TextRow._make, fetch_all(SQL.TEXT_ROWS.format(pks=names), parameters)))


def by_subject(rows: Iterable[TextRow]) -> dict[int, dict[str, list[TextRow]]]:
    found = defaultdict(lambda: defaultdict(list))
    for row in sorted(rows, key=lambda row: (row.position, row.start_first or "", row.name, row.object)):
        found[row.subject][row.type].append(row)
    return found
