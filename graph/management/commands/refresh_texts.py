from django.core.management.base import BaseCommand
from django.utils import timezone

from graph.descriptions import describe
from graph.journal.journal import journalled
from graph.models import Entity
from graph.renewals import renew


class Command(BaseCommand):
    help = "Compose the texts as of today: terms of office end and elections become overdue although nobody edits them."

    def handle(self, **options):
        with journalled(via="descriptions") as journal:
            renew()
            count = describe(Entity.objects.values_list("pk", flat=True), timezone.localdate(), journal)
            journal.changed_nothing = not journal.entities
        self.stdout.write(f"{count:,} descriptions changed.")
