"""Make a database look as if an older development version had created it."""

from django.db.migrations.recorder import MigrationRecorder


def make_outdated(connection):
    """In the table of applied migrations, replace the first migration of accounts by one that no longer exists."""
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("accounts", "0001_initial")
    recorder.record_applied("accounts", "0001_user")
