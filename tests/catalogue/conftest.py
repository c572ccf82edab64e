"""The shipped catalogue, loaded once for the tests of this folder and gone after them."""

from ipaddress import IPv4Address
from itertools import count

import pytest
from django.db import connection, transaction
from django.test import Client

from graph.interchange.load import load
from graph.management.commands.load_catalogue import CATALOGUE
from graph.models import Entity


@pytest.fixture(scope="module")
def catalogue(django_db_setup, django_db_blocker):
    """The graph that is shipped; what a test writes stays for the others of its module, so none does."""
    with django_db_blocker.unblock():
        with transaction.atomic():
            load(CATALOGUE)
            # Else every test that ends would look at all of it.
            connection.check_constraints()
            tell_the_planner("ANALYZE")
            yield Entity.objects
            transaction.set_rollback(True)
        # What was rolled back lies in the tables still, in the way of every test to come.
        tell_the_planner("VACUUM")


def tell_the_planner(what):
    """PostgreSQL does so by itself, some minutes too late for these tests."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(what)


@pytest.fixture(scope="module")
def ask(catalogue):
    """The answer of a path, as JSON; each question comes from an address of its own, as there are more than 120."""
    client, addresses = Client(headers={"host": "testserver"}), count(int(IPv4Address("10.0.0.1")))

    def answer(path, **query):
        response = client.get(path, query, REMOTE_ADDR=str(IPv4Address(next(addresses))))
        assert response.status_code == 200, f"{path} answers {response.status_code}"
        return response.json()

    return answer
