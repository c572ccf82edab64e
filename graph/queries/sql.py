import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

from django.db import connection

QUERY = re.compile(r"^-- name: (\w+)\n(.*?)(?=^-- name: |\Z)", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"^--.*\n", re.MULTILINE)
PART = re.compile(r"{([A-Z_]+)}")


def read_queries(module_file: str | Path, **parts: str) -> SimpleNamespace:
    """Read the ``.sql`` file next to a Python module, whose ``__file__`` is ``module_file``. Return an object whose
    attributes are the queries and the ``parts``. The line before each query has its name: ``-- name: ENTITY``. In a
    query, a name in braces such as ``{COLUMNS}`` is replaced by the item of ``parts`` or the earlier query with this
    name."""
    for name, query in QUERY.findall(Path(module_file).with_suffix(".sql").read_text()):
        parts[name] = PART.sub(lambda found: parts[found[1]], COMMENT.sub("", query)).strip()
    return SimpleNamespace(**parts)


def fetch_all(sql: str, parameters: Mapping | Sequence = ()) -> list[tuple]:
    """Run a query with parameters such as ``%s``, or with named ones such as ``%(day)s``, and return all rows. Days are
    passed as ISO texts."""
    with connection.prepared_cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.fetchall()


def as_parameters(values: Iterable, name: str = "item") -> tuple[str, dict]:
    """Return (text, parameters) for the list in an SQL condition such as ``slug IN (…)``. The text has the
    placeholders, such as ``%(item0)s, %(item1)s``. The parameters are {"item0": first value, "item1": second value}."""
    parameters = {f"{name}{number}": value for number, value in enumerate(values)}
    return ", ".join(f"%({name})s" for name in parameters), parameters


def aware(moment: datetime) -> datetime:
    """Return the time with a time zone. A time without one, as SQLite returns it, is taken as UTC."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def moment_of(text: str) -> datetime:
    """Convert a time that the database returned as text to a datetime with a time zone."""
    return aware(datetime.fromisoformat(text))
