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
    """The browser of a key manager. The flush after a test that commits deletes the group, so it is created again."""
    MIGRATION.add_permissions(apps, connection.schema_editor())
    user = UserFactory(username="manager", is_staff=True)
    user.groups.add(Group.objects.get(name=MIGRATION.GROUP))
    return browser(user)
