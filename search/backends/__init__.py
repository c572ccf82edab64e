"""Choose the module with the SQL of the search: one for PostgreSQL, one for SQLite. Both have the same functions."""

from collections.abc import Iterable
from functools import cache
from importlib import import_module

from django.db import connection


@cache
def backend():
    # The other module is not loaded: the driver of PostgreSQL would slow down each start with SQLite.
    return import_module(f"{__name__}.{'sqlite' if connection.vendor == 'sqlite' else 'postgres'}")


def insert(model, rows: Iterable[tuple]) -> None:
    """Insert rows of the index. Each row has the values of all columns of the ``model``, in the order of its fields."""
    connection.insert_rows(model._meta.db_table, [field.column for field in model._meta.local_concrete_fields], rows)
