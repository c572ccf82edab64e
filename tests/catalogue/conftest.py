"""Load the catalogue of the repository once for all tests of this folder, and roll it back afterwards."""

from ipaddress import IPv4Address
from itertools import count

import pytest
from django.db import connection, transaction
from django.test import Client

from graph.interchange.load import load
from graph.journal.journal import assign_positions
from graph.management.commands.load_catalogue import CATALOGUE
from graph.models import Entity


@pytest.fixture(scope="module")
def catalogue(django_db_setup, django_db_blocker):
    """Load the catalogue, and yield the manager of its entities. All tests of a module share it, because the changes of
    each test are rolled back."""
    with django_db_blocker.unblock():
        with transaction.atomic():
            load(CATALOGUE)
            # With PostgreSQL, positions in the journal are assigned after the commit, which does not happen here.
            assign_positions()
            # Check the constraints now. Otherwise, each test would check all of them when it ends.
            connection.check_constraints()
            update_statistics("ANALYZE")
            yield Entity.objects
            transaction.set_rollback(True)
        # Dead rows would slow down all later tests, so remove them.
        update_statistics("VACUUM")


def update_statistics(command):
    """Run the command, ANALYZE or VACUUM, if the database is PostgreSQL, so that it has good query plans. PostgreSQL
    would do so by itself only some minutes later."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(command)


@pytest.fixture(scope="module")
def get(catalogue):
    """Return a function that requests a path and returns the response. Each request has another IP address, so that no
    rate limit applies."""
    client, addresses = Client(headers={"host": "testserver"}), count(int(IPv4Address("10.0.0.1")))

    def get(path, **query):
        response = client.get(path, query, REMOTE_ADDR=str(IPv4Address(next(addresses))))
        assert response.status_code == 200, f"{path} has the status {response.status_code}"
        return response

    return get


@pytest.fixture(scope="module")
def get_json(get):
    return lambda path, **query: get(path, **query).json()
