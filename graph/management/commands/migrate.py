from django.core.management.commands import migrate
from django.db import connections

from graph.database import reject_outdated_database


class Command(migrate.Command):
    """Runs Django's `migrate`. Raises CommandError if an early development version of this project has created the
    database."""

    def handle(self, *args, **options):
        reject_outdated_database(connections[options["database"]])
        super().handle(*args, **options)
