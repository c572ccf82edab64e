from pathlib import Path

from django.core.management.base import BaseCommand

from graph.interchange.dump import dump


class Command(BaseCommand):
    help = "Write the whole graph as compressed JSON Lines, like the shipped catalogue."

    def add_arguments(self, parser):
        parser.add_argument("folder", type=Path, help="the folder to write to")

    def handle(self, folder, **options):
        for name, count in dump(folder).items():
            size = (folder / f"{name}.jsonl.gz").stat().st_size
            self.stdout.write(f"{name:16}{count:>9,} records{size / 1e6:>8.2f} MB")
        total = sum(path.stat().st_size for path in folder.glob("*.jsonl.gz"))
        self.stdout.write(f"{'total':16}{total / 1e6:>25.2f} MB")
