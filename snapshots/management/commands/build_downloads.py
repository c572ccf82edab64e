from datetime import timedelta

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from snapshots.downloads.build import build_downloads
from snapshots.downloads.sets import AnotherBuild, find_set

ONE_DAY = timedelta(days=1)


class Command(BaseCommand):
    help = "Write the public graph to the files of /downloads, all from one state of the database."

    def add_arguments(self, parser):
        parser.add_argument("--if-older", action="store_true", help="do nothing if the files are of the last 24 hours")

    def handle(self, *, if_older, verbosity, **options):
        newest = find_set()
        if if_older and newest and timezone.now() - newest.generated_at < ONE_DAY:
            return
        try:
            built = build_downloads(show_progress=bool(verbosity))
        except AnotherBuild as error:
            raise CommandError("Another process is building the downloads.") from error
        if verbosity:
            size = sum(file["size"] for file in built.files.values()) / 1e6
            self.stdout.write(f"{len(built.files):,} files, {size:.1f} MB, in {built.path('')}")
