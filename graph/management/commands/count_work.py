from django.core.management.base import BaseCommand
from tqdm import tqdm

from graph.checks.worklists import LISTS, STORED, count_again, counts
from graph.kinds import KINDS


class Command(BaseCommand):
    help = "Find the rows of the slow work lists: findings of the checks and possible duplicates."

    def handle(self, **options):
        for name in tqdm(STORED, desc="Counting", disable=None):
            count_again(LISTS[name])
        for count in counts(list(KINDS)):
            self.stdout.write(f"{count.list.title}: {count.number}")
