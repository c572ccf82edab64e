import sys
import time
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from tqdm import tqdm

from graph.database import reject_outdated_database
from graph.interchange.load import GraphNotEmpty, InvalidCatalogue, count_records, load
from graph.models import Entity

CATALOGUE = Path(__file__).resolve().parents[2] / "catalogue"


class Command(BaseCommand):
    help = "Load the shipped catalogue, or another dump, into an empty graph."

    def add_arguments(self, parser):
        parser.add_argument("--path", type=Path, default=CATALOGUE, help="the folder of the dump")
        parser.add_argument("--if-empty", action="store_true", help="do nothing if the graph has entities")

    def handle(self, path, if_empty, **options):
        reject_outdated_database(connection)
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
