from django.core.management.commands import migrate
from django.db import connections

from graph.database import reject_outdated_database


class Command(migrate.Command):
    """Runs Django's `migrate`, but raises CommandError if an earlier development version has created the database."""

    def handle(self, *args, **options):
        reject_outdated_database(connections[options["database"]])
        super().handle(*args, **options)
