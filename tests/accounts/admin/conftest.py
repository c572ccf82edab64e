"""Fixtures with the users who open the admin pages of accounts."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.db import connection

from tests.factories import UserFactory
from tests.staff import browser as browser
from tests.staff import operator as operator
from tests.staff import superuser as superuser

GROUP = import_module("accounts.migrations.0001_initial")


@pytest.fixture
def manager(db):
    """Return a staff user in the group of key managers. Create the group again, because the flush after a test that
    commits deletes it."""
    GROUP.create_group(apps, connection.schema_editor())
    user = UserFactory(username="manager", is_staff=True)
    user.groups.add(Group.objects.get(name=GROUP.NAME))
    return user


@pytest.fixture
def manager_client(manager, browser):
    """Return a test client in which a key manager is signed in."""
    return browser(manager)
