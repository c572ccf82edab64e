"""Choose the module with the SQL of the search: one for PostgreSQL, one for SQLite. Both have the same functions."""

from functools import cache
from importlib import import_module

from django.db import connection


@cache
def backend():
    # The other module is not loaded: the driver of PostgreSQL would slow down each start with SQLite.
    return import_module(f"{__name__}.{'sqlite' if connection.vendor == 'sqlite' else 'postgres'}")
