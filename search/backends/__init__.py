"""The same questions to SQLite and to PostgreSQL: the one room of search that knows which it is.

A backend is a module that reads (``match``, ``ask``, ``among``), writes (``insert``, ``add``, ``remove``, ``empty``,
``fill``) and clears up (``survey``, ``tidy``); what is alike on both stands in `search.backends.common` and `lookup`.
"""

from django.db import connection

from search.backends import postgres, sqlite

BACKENDS = {"sqlite": sqlite, "postgresql": postgres}


def backend():
    """The module for the database in use."""
    return BACKENDS[connection.vendor]
