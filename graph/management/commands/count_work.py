from django.core.management.base import BaseCommand
from tqdm import tqdm

from graph.kinds import KINDS
from graph.worklists import LISTS, count_again, counts


class Command(BaseCommand):
    help = "Find what waits for editors: failing checks and possible duplicates, as the admin's first page shows them."

    def handle(self, **options):
        for row in tqdm([row for row in LISTS.values() if row.is_kept], desc="Counting", disable=None):
            count_again(row)
        for count in counts(list(KINDS)):
            self.stdout.write(f"{count.list.title}: {count.number}")
