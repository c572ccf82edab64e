from pathlib import Path

from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import Min
from django.utils import timezone

from graph.descriptions import describe
from graph.journal.journal import journalled
from graph.management.commands.load_catalogue import CATALOGUE
from graph.models import Entity

STEPS = (
    ("crosswalk", "crosswalk"),
    ("partyfacts", "partyfacts"),
    ("parlgov", "parlgov"),
    ("factbook", "factbook"),
    ("congress", "us-congress-legislators"),
    ("uk", "uk-psephology"),
    ("aec", "aec-house"),
    ("everypolitician", "everypolitician"),
    ("corrections", None),
    ("us_presidential", "us-county-presidential"),
    ("reign", "reign"),
    # Once more: candidates whom the Factbook names by name alone are found among the members of parliaments now.
    ("factbook", "factbook"),
    # And once more: the chambers whose compositions it tells are there now.
    ("parlgov", "parlgov"),
)
"""Importer and folder, in order: leaders before members, so that the best known bear the plain slugs."""


class Command(BaseCommand):
    help = "Build the graph from all raw data sets into an empty database: what the shipped catalogue is dumped from."

    def add_arguments(self, parser):
        parser.add_argument("data", type=Path, help="the folder that holds the data sets")

    def handle(self, data, **options):
        if Entity.objects.exists():
            raise CommandError("The graph has entities already; build into an empty database.")
        # In one piece: what follows the graph follows once.
        with transaction.atomic():
            self._build(data)

    def _build(self, data):
        for name, folder in STEPS:
            self.stdout.write(self.style.MIGRATE_HEADING(f"\n{name}"))
            path = data / folder if folder else CATALOGUE / "corrections"
            call_command("import_dataset", name, path, dated_by_source=True, stdout=self.stdout)
        # A name that a later source corrected stands in descriptions composed before.
        # The words are new, the facts are not: no entity bears a later date for them.
        oldest = Entity.objects.aggregate(at=Min("updated_at"))["at"]
        with journalled(via="descriptions", at=oldest) as journal:
            describe(Entity.objects.values_list("pk", flat=True), timezone.now().date(), journal)
