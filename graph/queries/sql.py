import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

from django.db import connection

QUERY = re.compile(r"^-- name: (\w+)\n(.*?)(?=^-- name: |\Z)", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"^--.*\n", re.MULTILINE)
PART = re.compile(r"{([A-Z_]+)}")


def read_queries(module_file: str, **parts: str) -> SimpleNamespace:
    """Return the queries of the ``.sql`` file next to a module. Each query follows a line such as ``-- name: ENTITY``.

    A name in braces and capitals is replaced by an earlier query, or by one of the ``parts``.
    """
    for name, query in QUERY.findall(Path(module_file).with_suffix(".sql").read_text()):
        parts[name] = PART.sub(lambda found: parts[found[1]], COMMENT.sub("", query)).strip()
    return SimpleNamespace(**parts)


def fetch_all(sql: str, parameters: Mapping) -> list[tuple]:
    """Return all rows of an SQL query. Its parameters are named, such as ``%(day)s``; days are passed as ISO texts."""
    with connection.prepared_cursor() as cursor:
        cursor.execute(sql, parameters)
        return cursor.fetchall()


def aware(moment: datetime) -> datetime:
    """Return the time with the time zone UTC if it has none, because SQLite stores no time zones."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def moment_of(text: str) -> datetime:
    """Convert the text of a time, as the database writes it, to a datetime with a time zone."""
    return aware(datetime.fromisoformat(text))
