"""Test the group of key managers, which the first migration creates."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.management import create_permissions
from django.contrib.auth.models import Group, Permission
from django.db import connection

from tests.accounts.admin.conftest import GROUP

pytestmark = pytest.mark.django_db
MAY = {
    "view_prorequest",
    "decide_prorequest",
    "view_tierdecision",
    "view_apikey",
    "revoke_apikey",
    "view_user",
    "revoke_pro",
}
MAY_WITH_WEBHOOKS = {"view_webhookendpoint", "disable_webhookendpoint", "view_webhookdelivery"}
"""Permissions that the first migration of feeds gives to the group of key managers."""


def make():
    GROUP.create_group(apps, connection.schema_editor())


def test_group_has_exactly_the_permissions_of_managers():
    make()
    # The flush after a test that commits deletes the permissions that this migration added, so add them again.
    import_module("feeds.migrations.0001_webhooks").add_permissions(apps, connection.schema_editor())

    group = Group.objects.get(name="key managers")
    assert {permission.codename for permission in group.permissions.all()} == MAY | MAY_WITH_WEBHOOKS


def test_create_group_works_before_django_creates_the_permissions():
    Group.objects.all().delete()
    Permission.objects.all().delete()

    make()
    create_permissions(apps.get_app_config("accounts"), verbosity=0)

    assert Group.objects.get().permissions.count() == len(MAY)
    for codename in MAY:
        assert Permission.objects.filter(codename=codename).count() == 1


def test_create_group_names_permissions_as_django_does():
    Permission.objects.all().delete()
    make()
    ours = dict(Permission.objects.values_list("codename", "name"))

    Permission.objects.all().delete()
    create_permissions(apps.get_app_config("accounts"), verbosity=0)

    assert ours == dict(Permission.objects.filter(codename__in=MAY).values_list("codename", "name"))


def test_create_group_twice_keeps_added_permissions():
    make()
    group = Group.objects.get(name="key managers")
    added = Permission.objects.get(codename="view_group")
    group.permissions.add(added)

    make()

    assert Group.objects.get(name="key managers") == group
    assert added in group.permissions.all()


def test_delete_group_leaves_other_groups_and_permissions():
    make()
    other = Group.objects.create(name="translators")

    GROUP.delete_group(apps, connection.schema_editor())

    assert other in Group.objects.all()
    assert not Group.objects.filter(name=GROUP.NAME).exists()
    assert Permission.objects.filter(codename__in=MAY).count() == len(MAY)
