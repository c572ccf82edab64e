from datetime import timedelta

from django.core.management.base import BaseCommand
from django.utils import timezone
from tqdm import tqdm

from graph.kinds import Kind
from graph.models import Entity
from snapshots.coverage import compute_coverage, needs, store_coverage, stored_coverage

ONE_WEEK = timedelta(days=7)


class Command(BaseCommand):
    help = "List by country what is unverified, past its term or overdue. Store it for /api/coverage and /coverage."

    def add_arguments(self, parser):
        parser.add_argument("--if-older", action="store_true", help="do nothing if the figures are of this week")

    def handle(self, *, if_older, verbosity, **options):
        at, _ = stored_coverage()
        if if_older and at and timezone.now() - at < ONE_WEEK:
            return
        total = Entity.objects.published().of_kind(Kind.COUNTRY).count()
        computed = compute_coverage(timezone.localdate())
        rows = list(tqdm(computed, desc="Checking", total=total, disable=None if verbosity else True))
        store_coverage(rows)
        for row in rows if verbosity else ():
            for sentence in needs(row):
                self.stdout.write(f"{row['country']['name']}: {sentence}")
