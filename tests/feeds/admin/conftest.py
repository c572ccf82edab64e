from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.db import connection

from tests.factories import UserFactory
from tests.staff import browser as browser

MIGRATION = import_module("feeds.migrations.0001_webhooks")


@pytest.fixture
def manager(browser):
    """Return a test client in which a key manager is signed in. Create the group of key managers again, because the
    flush after a test that commits deletes it."""
    MIGRATION.add_permissions(apps, connection.schema_editor())
    user = UserFactory(username="manager", is_staff=True)
    user.groups.add(Group.objects.get(name=MIGRATION.GROUP))
    return browser(user)
