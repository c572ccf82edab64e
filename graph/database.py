from django.core.management.base import CommandError
from django.db.migrations.exceptions import InconsistentMigrationHistory
from django.db.migrations.loader import MigrationLoader

OUTDATED = (
    "This database was made by an earlier development version of the service. "
    "Delete graph.sqlite3, or create an empty database, and start again."
)


def reject_outdated_database(connection) -> None:
    """Raise CommandError if the database was created by an earlier development version, which had other migrations."""
    try:
        MigrationLoader(connection).check_consistent_history(connection)
    except InconsistentMigrationHistory as error:
        raise CommandError(OUTDATED) from error
