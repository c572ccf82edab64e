import sys
import time
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from tqdm import tqdm

from graph.database import reject_outdated_database
from graph.interchange.load import GraphNotEmpty, InvalidCatalogue, count_records, load, load_results
from graph.models import Entity

CATALOGUE = Path(__file__).resolve().parents[2] / "catalogue"


class Command(BaseCommand):
    help = "Load the shipped catalogue, or another dump, into an empty graph."

    def add_arguments(self, parser):
        parser.add_argument("--path", type=Path, default=CATALOGUE, help="the folder of the dump")
        parser.add_argument("--if-empty", action="store_true", help="do nothing if the graph has entities")
        parser.add_argument("--results", action="store_true", help="add elections and results that the graph lacks")

    def handle(self, path, if_empty, results, **options):
        reject_outdated_database(connection)
        if results:
            self._add_results(path)
            return
        if if_empty and Entity.objects.exists():
            return
        started = time.monotonic()
        try:
            with tqdm(total=count_records(path), desc="Loading the catalogue", unit=" records", file=sys.stderr) as bar:
                count = load(path, bar.update)
        except (InvalidCatalogue, GraphNotEmpty) as error:
            raise CommandError(str(error)) from error
        seconds = time.monotonic() - started
        self.stdout.write(f"Loaded {count:,} records in {seconds:.1f} s.")

    def _add_results(self, path):
        try:
            count = load_results(path)
        except InvalidCatalogue as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Added {count:,} records.")
