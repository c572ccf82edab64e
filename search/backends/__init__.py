"""Choose the database backend of search: SQLite and PostgreSQL have a module each, with the same functions.

A backend has ``time_limit``, ``match``, ``fetch`` and ``is_one_of`` for reading, ``insert``, ``add_text`` and
``remove_text`` for writing, and ``analyse`` and ``vacuum``. `search.backends.lookup` has the queries that are equal in
both databases.
"""

from django.db import connection

from search.backends import postgres, sqlite

BACKENDS = {"sqlite": sqlite, "postgresql": postgres}


def backend():
    """Return the backend module for the database in use."""
    return BACKENDS[connection.vendor]
