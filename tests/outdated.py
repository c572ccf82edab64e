"""A database as an earlier development version of the service left it."""

from django.db.migrations.recorder import MigrationRecorder


def make_outdated(connection):
    """Record a migration that no longer exists instead of the first one of accounts."""
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied("accounts", "0001_initial")
    recorder.record_applied("accounts", "0001_user")
