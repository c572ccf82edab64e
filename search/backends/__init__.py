"""Choose the module with the SQL of the search for the database in use. Both modules have the same functions."""

from django.db import connection

from search.backends import postgres, sqlite


def backend():
    return sqlite if connection.vendor == "sqlite" else postgres
