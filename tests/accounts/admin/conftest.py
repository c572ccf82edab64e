"""Who works with the pages of managers: the roles, and a browser of each."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client

from tests.factories import UserFactory

GROUP = import_module("accounts.migrations.0004_key_managers")


@pytest.fixture
def manager(db):
    """A key manager. The group is made anew: a test that commits is followed by a flush, which takes it away."""
    GROUP.make_group(apps, connection.schema_editor())
    user = UserFactory(username="manager", is_staff=True)
    user.groups.add(Group.objects.get(name=GROUP.NAME))
    return user


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
def desk(manager, browser):
    """The key manager's browser."""
    return browser(manager)


@pytest.fixture
def operator(superuser, browser):
    """The superuser's browser."""
    return browser(superuser)
