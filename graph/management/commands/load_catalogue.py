import sys
import time
from functools import partial
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from tqdm import tqdm

from graph.database import reject_outdated_database
from graph.interchange.load import GraphNotEmpty, InvalidCatalogue, count_records, load
from graph.interchange.upgrade import UpgradeRejected, is_newer, upgrade
from graph.interchange.versions import CATALOGUE
from graph.models import Entity

bar_of = partial(tqdm, unit=" records", file=sys.stderr)


class Command(BaseCommand):
    help = "Load the shipped catalogue, or another dump, into an empty graph. Upgrade a graph with an older catalogue."

    def add_arguments(self, parser):
        parser.add_argument("--path", type=Path, default=CATALOGUE, help="the folder of the dump")
        parser.add_argument("--if-empty", action="store_true", help="do nothing if the graph has entities")
        parser.add_argument("--if-newer", action="store_true", help="do nothing if the graph cannot be upgraded")
        parser.add_argument("--dry-run", action="store_true", help="show what an upgrade would change")

    def handle(self, path, if_empty, if_newer, dry_run, verbosity, **options):
        reject_outdated_database(connection)
        is_empty = not Entity.objects.exists()
        if if_empty and not is_empty:
            return
        try:
            if is_empty and dry_run:
                self.stdout.write(f"The graph is empty. {count_records(path):,} records would be loaded.")
            elif is_empty:
                self._load(path)
            else:
                self._upgrade(path, if_newer, dry_run, verbosity)
        except (InvalidCatalogue, GraphNotEmpty) as error:
            raise CommandError(str(error)) from error

    def _load(self, path):
        started = time.monotonic()
        with bar_of(total=count_records(path), desc="Loading the catalogue") as bar:
            count = load(path, bar.update)
        self.stdout.write(f"Loaded {count:,} records in {time.monotonic() - started:.1f} s.")

    def _upgrade(self, path, if_newer, dry_run, verbosity):
        try:
            if not is_newer(path):
                if not if_newer:
                    self.stdout.write("The graph holds this catalogue already.")
                return
            with bar_of(desc="Upgrading the catalogue") as bar:
                report = upgrade(path, partial(_start, bar), dry_run=dry_run)
        except UpgradeRejected as error:
            if not if_newer:
                raise CommandError(str(error)) from error
            self.stderr.write(str(error))
            return
        for (name, outcome), count in sorted(report.counts.items()):
            if count:
                self.stdout.write(f"{name}: {count:,} {outcome}")
        for line in report.skipped if verbosity > 1 else ():
            self.stdout.write(f"skipped: {line}")
        self.stdout.write("Nothing is stored, because this is a dry run." if dry_run else "The catalogue is upgraded.")


def _start(bar, total):
    bar.reset(total)
    return bar.update
