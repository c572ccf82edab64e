"""Upgrade the graph to a newer catalogue (folder of data files). The old catalogue is the one from which the graph was
loaded or last upgraded.

For each record, three states are compared: the old catalogue, the new catalogue, and the graph. If a value in the graph
is the same as in the old catalogue, it gets the value of the new one. All other values were written by editors or by
imports, and do not change."""

from collections.abc import Callable
from pathlib import Path

from django.db import transaction

from graph.actions.editing import record_revision
from graph.interchange.lines import INVALID_RECORD, InvalidCatalogue
from graph.interchange.upgrade.ending import move_slugs, withdraw
from graph.interchange.upgrade.entities import Entities
from graph.interchange.upgrade.identities import Identities
from graph.interchange.upgrade.records import Changes, Report
from graph.interchange.upgrade.relationships import Relationships
from graph.interchange.upgrade.results import upgrade_results
from graph.interchange.upgrade.seats import upgrade_compositions
from graph.interchange.upgrade.sources import upgrade_sources
from graph.interchange.versions import VIA, held_version, read_version, remember
from graph.journal.guard import allow_writes
from graph.journal.journal import attributed, journalled


class UpgradeRejected(Exception):
    """Raised if the graph cannot be upgraded to a catalogue, for example because the catalogue is older than the graph.
    The message says why."""


def is_newer(folder: Path) -> bool:
    """Return True if the catalogue in the folder is newer than the data from which the graph was loaded or last
    upgraded. Return False if the catalogue is the same. Raise UpgradeRejected if the graph cannot be upgraded to the
    catalogue, and InvalidCatalogue if the catalogue has no version."""
    held, new = held_version(), read_version(folder)
    if held is None:
        raise UpgradeRejected("The graph has entities already, but from no catalogue. Import data sets instead.")
    if new.version < held.version:
        raise UpgradeRejected(
            f"The graph holds version {held.version} of the catalogue. It cannot go back to version {new.version}: "
            "what editors have done since then may depend on the newer one. To use the older one, load it into an "
            "empty database."
        )
    if new.version == held.version and new.checksum != held.checksum:
        raise UpgradeRejected(f"This is another catalogue with the same version, {new.version}. Dump it again.")
    return new.version > held.version


def upgrade(folder: Path, start: Callable[[int], Callable[[int], None]], *, dry_run: bool = False) -> Report:
    """Upgrade the graph to the catalogue in the folder, completely or not at all. Return a report of what has changed.
    The report is empty if the graph has this catalogue already. With ``dry_run``, roll everything back at the end.
    Raise UpgradeRejected if the upgrade is not possible, and InvalidCatalogue if a file is invalid.

    ``start`` shows the progress. It is called with the number of records to upgrade, and returns a function. This
    function is called repeatedly, each time with the number of records done since the last call."""
    try:
        with transaction.atomic(), attributed(VIA):
            report = Report()
            if is_newer(folder):
                changes = Changes(folder)
                _upgrade(changes, report, start(changes.count))
                with allow_writes():
                    remember(folder)
            transaction.set_rollback(dry_run)
    except INVALID_RECORD as error:
        raise InvalidCatalogue(f"A record is invalid: {error!r}") from error
    return report


def _upgrade(changes, report, progress):
    upgrade_sources(changes.of("sources"), report)
    identities = Identities()
    records = changes.entities()
    move_slugs(records, changes.of("redirects"), identities, report)
    entities = Entities(identities, report)
    relationships = Relationships(identities, report)
    identities.lock(changes)
    with journalled(separate_revisions=True) as journal:
        entities.write(records, journal.at, progress)
        relationships.write(changes)
        progress(len(changes.of("relationships")))
        record_revision(journal, citations_are_complete=True)
    upgrade_compositions(changes.of("compositions"), identities, report)
    upgrade_results(changes, identities, report)
    withdraw(entities.ended, report)
