"""Choose the backend of the search: a module with SQL for SQLite, or one for PostgreSQL.

Both modules have the same functions. `search.backends.lookup` has the queries that are equal in both databases.
"""

from django.db import connection

from search.backends import postgres, sqlite


def backend():
    """Return the backend module for the database in use."""
    return sqlite if connection.vendor == "sqlite" else postgres
