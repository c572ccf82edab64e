"""Who may do everything in the admin, and how accounts come into it; for tests of any of its pages."""

import pytest
from django.test import Client

from tests.factories import UserFactory


@pytest.fixture
def superuser(db):
    return UserFactory(username="operator", is_staff=True, is_superuser=True)


@pytest.fixture
def browser():
    """A browser in which the account has come in; without one, anybody's."""

    def _browser(user=None, **options):
        client = Client(**options)
        if user:
            client.force_login(user)
        return client

    return _browser


@pytest.fixture
def operator(superuser, browser):
    """The superuser's browser."""
    return browser(superuser)
