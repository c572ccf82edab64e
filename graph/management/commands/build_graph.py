from pathlib import Path

from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import transaction
from django.db.models import Min
from django.utils import timezone

from graph.descriptions import describe
from graph.importers import STEPS
from graph.journal.journal import journalled
from graph.management.commands.load_catalogue import CATALOGUE
from graph.models import Entity


class Command(BaseCommand):
    help = "Build the graph of the shipped catalogue from all raw data sets, in an empty database."

    def add_arguments(self, parser):
        parser.add_argument("data", type=Path, help="the folder that has the data sets")

    @transaction.atomic
    def handle(self, data, **options):
        if Entity.objects.exists():
            raise CommandError("The graph has entities already; build into an empty database.")
        for name, folder in STEPS:
            self.stdout.write(self.style.MIGRATE_HEADING(f"\n{name}"))
            path = data / folder if folder else CATALOGUE / "corrections"
            call_command("import_dataset", name, path, dated_by_source=True, stdout=self.stdout)
        # An earlier description can have a name that a later source corrected.
        # The facts are not new, so that the new text must not give an entity a later date.
        oldest = Entity.objects.aggregate(at=Min("updated_at"))["at"]
        with journalled(via="descriptions", at=oldest) as journal:
            describe(Entity.objects.values_list("pk", flat=True), timezone.now().date(), journal)
