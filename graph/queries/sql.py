from collections.abc import Mapping
from datetime import UTC, datetime

from django.db import connection


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
