"""Fixtures with a user for each role in the editorial admin, and a client in which the user is signed in."""

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group
from django.db import connection

from tests.factories import PoliticianFactory, UserFactory
from tests.staff import browser as browser
from tests.staff import operator as operator
from tests.staff import superuser as superuser

GROUPS = import_module("graph.migrations.0001_initial")
RESULTS = import_module("graph.migrations.0002_results")
REPORTS = import_module("graph.migrations.0005_error_reports")


def create_missing_groups():
    """Create the groups of editors and publishers with their permissions. They are missing after a test that commits,
    because Django then empties all tables."""
    if not Group.objects.filter(name="editors").exists():
        GROUPS.create_groups(apps, connection.schema_editor())
        RESULTS.add_permissions(apps, connection.schema_editor())
        REPORTS.add_permissions(apps, connection.schema_editor())


@pytest.fixture(autouse=True, scope="module")
def _groups(django_db_setup, django_db_blocker):
    """Create the groups of editors and publishers once for each module, before its first test. This is faster than once
    for each test."""
    with django_db_blocker.unblock():
        create_missing_groups()


def create_staff(name, *groups, **fields):
    """Return a new staff user in the groups with these names."""
    create_missing_groups()
    user = UserFactory(username=name, is_staff=True, **fields)
    user.groups.set(Group.objects.filter(name__in=groups))
    return user


@pytest.fixture
def merkel(db):
    return PoliticianFactory(name="Angela Merkel", country_code="de", slug="angela-merkel")


@pytest.fixture
def editor(db):
    return create_staff("editor", "editors")


@pytest.fixture
def publisher(db):
    return create_staff("publisher", "publishers")


@pytest.fixture
def both(db):
    """Return a user who may edit and publish."""
    return create_staff("both", "editors", "publishers")


@pytest.fixture
def as_editor(editor, browser):
    """Return a client in which the editor is signed in."""
    return browser(editor)


@pytest.fixture
def as_publisher(publisher, browser):
    """Return a client in which the publisher is signed in."""
    return browser(publisher)
