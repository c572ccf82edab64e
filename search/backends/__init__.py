"""Choose the module with the SQL of the search: one for PostgreSQL, one for SQLite. Both have the same functions."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module

from django.db import connection


@cache
def backend():
    # Load only the module that is needed: the driver of PostgreSQL would slow down each start with SQLite.
    return import_module(f"{__name__}.{'sqlite' if connection.vendor == 'sqlite' else 'postgres'}")


def insert(model, rows: Iterable[tuple]) -> None:
    """Insert rows into a table of the search index. Each row has a value for every column of the ``model``, in the
    order of its fields."""
    connection.insert_rows(model._meta.db_table, [field.column for field in model._meta.local_concrete_fields], rows)
