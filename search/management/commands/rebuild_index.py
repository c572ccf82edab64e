from time import perf_counter

from django.core.management.base import BaseCommand
from tqdm import tqdm

from graph.models import Entity
from search.index import is_outdated, rebuild


class Command(BaseCommand):
    help = "Rebuild the search index; searches continue meanwhile."

    def add_arguments(self, parser):
        parser.add_argument("--if-outdated", action="store_true", help="do nothing if the index is up to date")

    def handle(self, if_outdated, **options):
        if if_outdated and not is_outdated():
            return
        started = perf_counter()
        with tqdm(total=Entity.objects.published().count(), unit=" entities", disable=None) as bar:
            count = rebuild(bar.update)
        self.stdout.write(f"Indexed {count:,} entities in {perf_counter() - started:.1f} s.")
