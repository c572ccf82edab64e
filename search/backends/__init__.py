"""The database backends of search: the same functions for SQLite and for PostgreSQL.

A backend is a module with ``time_limit``, ``match``, ``fetch`` and ``is_one_of`` for reading, ``insert``, ``add_text``
and ``remove_text`` for writing, and ``analyse`` and ``vacuum``. `search.backends.lookup` has the queries that are equal
on both.
"""

from django.db import connection

from search.backends import postgres, sqlite

BACKENDS = {"sqlite": sqlite, "postgresql": postgres}


def backend():
    """Return the backend module for the database in use."""
    return BACKENDS[connection.vendor]
