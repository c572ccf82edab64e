import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from graph.models import Entity

BEGINNINGS = {"BEGIN DEFERRED", "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"}
"""The SQL that begins a consistent read, one for SQLite and one for PostgreSQL. In SQLite, the usual transaction would
lock the database. In PostgreSQL, each of its queries could see a different state."""


@pytest.mark.django_db(transaction=True)
def test_consistent_read_begins_without_a_lock_and_ends():
    with (
        CaptureQueriesContext(
            connection,
        ) as queries,
        connection.consistent_read(),
    ):
        assert Entity.objects.count() == 0

    commands = {query["sql"] for query in queries}
    assert len(commands & BEGINNINGS) == 1
    assert not connection.in_atomic_block
    with CaptureQueriesContext(connection) as queries:
        Entity.objects.update(name="A")
    assert not {query["sql"] for query in queries} & BEGINNINGS
