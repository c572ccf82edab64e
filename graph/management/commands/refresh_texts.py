from django.core.management.base import BaseCommand
from django.db.models import Min
from django.utils import timezone

from graph.descriptions import describe, outdated
from graph.journal.journal import journalled
from graph.models import Entity
from graph.renewals import renew


class Command(BaseCommand):
    help = "Compose the texts as of today: terms of office end and elections become overdue although nobody edits them."

    def add_arguments(self, parser):
        parser.add_argument("--keep-dates", action="store_true", help="keep the dates of the entities' last changes")

    def handle(self, keep_dates, **options):
        # Date the changes with the earliest time of all, so that no entity gets a later date of its last change.
        oldest = Entity.objects.aggregate(at=Min("updated_at"))["at"] if keep_dates else None
        day = timezone.localdate()
        # Find the outdated texts before the transaction: this takes half a minute. On SQLite, a transaction of this
        # length would block all other writers.
        found = list(outdated(Entity.objects.values_list("pk", flat=True), day))
        with journalled(via="descriptions", at=oldest) as journal:
            count = describe([*found, *renew()], day, journal)
            journal.changed_nothing = not journal.entities
        self.stdout.write(f"{count:,} descriptions changed.")
