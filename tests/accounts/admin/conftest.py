"""The users of the admin pages, each with a test client."""

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
    """A key manager. The group is created again, because the flush after a test that commits deletes it."""
    GROUP.create_group(apps, connection.schema_editor())
    user = UserFactory(username="manager", is_staff=True)
    user.groups.add(Group.objects.get(name=GROUP.NAME))
    return user


@pytest.fixture
def manager_client(manager, browser):
    """The test client of a key manager."""
    return browser(manager)
