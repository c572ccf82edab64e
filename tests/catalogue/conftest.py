"""The shipped catalogue, loaded once for the tests of this folder and gone after them."""

import pytest
from django.db import transaction
from django.test import Client

from graph.interchange.load import load
from graph.management.commands.load_catalogue import CATALOGUE
from graph.models import Entity


@pytest.fixture(scope="module")
def catalogue(django_db_setup, django_db_blocker):
    """The graph that is shipped; what a test writes stays for the others of its module, so none does."""
    with django_db_blocker.unblock(), transaction.atomic():
        load(CATALOGUE)
        yield Entity.objects
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def ask(catalogue):
    """The answer of a path, as JSON."""
    client = Client(headers={"host": "testserver"})

    def answer(path, **query):
        response = client.get(path, query)
        assert response.status_code == 200, f"{path} answers {response.status_code}"
        return response.json()

    return answer
