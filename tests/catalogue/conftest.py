"""The shipped catalogue, which is loaded once for the tests of this folder and rolled back after them."""

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
    """The entities of the shipped catalogue. Each test is rolled back, so that all can share it."""
    with django_db_blocker.unblock():
        with transaction.atomic():
            load(CATALOGUE)
            # PostgreSQL assigns positions after the commit, which does not happen here.
            assign_positions()
            # Without this, every test would check all constraints when it ends.
            connection.check_constraints()
            update_statistics("ANALYZE")
            yield Entity.objects
            transaction.set_rollback(True)
        # The dead rows would slow down all later tests.
        update_statistics("VACUUM")


def update_statistics(command):
    """PostgreSQL would run these commands by itself, but some minutes too late for these tests."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(command)


@pytest.fixture(scope="module")
def get(catalogue):
    """Get the response of a path. Each request has its own address, because there are more requests than the limit."""
    client, addresses = Client(headers={"host": "testserver"}), count(int(IPv4Address("10.0.0.1")))

    def get(path, **query):
        response = client.get(path, query, REMOTE_ADDR=str(IPv4Address(next(addresses))))
        assert response.status_code == 200, f"{path} has the status {response.status_code}"
        return response

    return get


@pytest.fixture(scope="module")
def get_json(get):
    return lambda path, **query: get(path, **query).json()
