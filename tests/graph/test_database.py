"""Test that a database of an earlier development version is rejected with a clear message."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from graph.database import OUTDATED, reject_outdated_database
from tests.outdated import make_outdated

pytestmark = pytest.mark.django_db


def test_reject_outdated_database_accepts_a_current_database():
    reject_outdated_database(connection)


@pytest.mark.parametrize(("command", "options"), [("migrate", {}), ("load_catalogue", {"if_empty": True})])
def test_command_rejects_an_outdated_database(command, options):
    make_outdated(connection)

    with pytest.raises(CommandError) as error:
        call_command(command, **options)

    assert str(error.value) == OUTDATED
