from importlib import import_module
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from graph.importers.records import SOURCES, BrokenFile
from graph.importers.writer import known_countries, write

SHOWN_REJECTED = 50


class Command(BaseCommand):
    help = "Import a data set into the graph: match, merge and report. All or nothing."

    def add_arguments(self, parser):
        parser.add_argument("name", choices=SOURCES)
        parser.add_argument("path", type=Path, help="the folder of the data set")
        parser.add_argument("--dry-run", action="store_true", help="report, but write nothing")
        parser.add_argument("--dated-by-source", action="store_true", help="date the changes by the source's day")
        parser.add_argument("--all-rejected", action="store_true", help=f"list more than {SHOWN_REJECTED} rejected")

    def handle(self, name, path, dry_run, dated_by_source, all_rejected, **options):
        importer = import_module(f"graph.importers.{name}")
        try:
            report = write(
                importer.SOURCE,
                importer.read(path, known_countries()),
                today=timezone.now().date(),
                dated_by_source=dated_by_source,
                dry_run=dry_run,
            )
        except BrokenFile as error:
            raise CommandError(f"{error} Nothing was imported.") from error
        self.stdout.write(f"{'':38}{'created':>9}{'updated':>9}{'matched':>9}{'removed':>9}")
        for row in report.rows():
            self.stdout.write("{:38}{:>9}{:>9}{:>9}{:>9}".format(*row))
        self.stdout.write(f"{len(report.rejected)} rejected records")
        for record in report.rejected[: None if all_rejected else SHOWN_REJECTED]:
            self.stdout.write(f"  {record.line}: {record.reason}")
        if dry_run:
            self.stdout.write("Dry run: nothing was written.")
