from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from graph.importers.records import BrokenFile
from graph.importers.results import read
from graph.importers.results.store import store


class Command(BaseCommand):
    help = "Import the results of past elections by race. A second run changes nothing."

    def add_arguments(self, parser):
        parser.add_argument("data", type=Path, help="the folder that has the data sets")

    def handle(self, data, **options):
        try:
            report = store(read(data))
        except BrokenFile as error:
            raise CommandError(f"{error} Nothing was imported.") from error
        self.stdout.write(f"{report.elections:,} elections and {report.races:,} races are new.")
        self.stdout.write(f"Known races: {report.changed:,} changed, {report.unchanged:,} unchanged.")
        for reason in report.rejected:
            self.stderr.write(reason)
        if report.rejected:
            raise CommandError(f"{len(report.rejected)} races were not stored.")
