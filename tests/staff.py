"""Fixtures with a superuser, for tests of all admin pages, and a function that creates test clients."""

import pytest
from django.test import Client

from tests.factories import UserFactory


@pytest.fixture
def superuser(db):
    return UserFactory(username="operator", is_staff=True, is_superuser=True)


@pytest.fixture
def browser():
    """Return a function that creates a test client. The given user is signed in to it, or nobody if no user is
    given."""

    def _browser(user=None, **options):
        client = Client(**options)
        if user:
            client.force_login(user)
        return client

    return _browser


@pytest.fixture
def operator(superuser, browser):
    """Return a client in which the superuser is signed in."""
    return browser(superuser)
