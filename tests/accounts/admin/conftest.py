"""Who works with the pages of managers: the roles, and a browser of each."""

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
    """A key manager. The group is made anew: a test that commits is followed by a flush, which takes it away."""
    GROUP.create_group(apps, connection.schema_editor())
    user = UserFactory(username="manager", is_staff=True)
    user.groups.add(Group.objects.get(name=GROUP.NAME))
    return user


@pytest.fixture
def desk(manager, browser):
    """The key manager's browser."""
    return browser(manager)
