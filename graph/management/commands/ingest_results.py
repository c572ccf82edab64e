from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from graph.actions.results.ingest import UnreadableFile
from graph.interchange.read_results import READERS, describe_report, ingest_file
from graph.models import Coverage


class Command(BaseCommand):
    help = (
        "Record the counts of files: reports in the NIST format (.json) and our own CSV (.csv). The same file twice "
        "changes nothing. A race with an error is reported, and the exit code is 1; the other races are recorded."
    )

    def add_arguments(self, parser):
        parser.add_argument("election", help="the slug of a covered election")
        parser.add_argument("files", nargs="+", type=Path)
        parser.add_argument("--source", default="", help="the slug of the source")
        parser.add_argument("--dry-run", action="store_true", help="report, but write nothing")

    def handle(self, election, files, source, dry_run, **options):
        coverage = Coverage.objects.select_related("election").filter(election__slug=election).first()
        if coverage is None:
            raise CommandError(f"No covered election has the slug '{election}'.")
        failed = [path for path in files if not self._ingest(coverage, path, source=source, dry_run=dry_run)]
        if dry_run:
            self.stdout.write("Dry run: nothing was written.")
        if failed:
            raise CommandError(f"Not everything was recorded: {', '.join(str(path) for path in failed)}.")

    def _ingest(self, coverage, path, **options):
        """Read the file at ``path``, and store its counts in the database; with the option ``dry_run``, store nothing.
        Print a summary, and the reason for each rejected race. Return False if the file cannot be read, or if a race
        was rejected. Otherwise, return True. ``options`` are arguments of `ingest_file`."""
        if path.suffix.lower() not in READERS:
            self.stderr.write(f"{path}: the name ends neither with .csv nor with .json.")
            return False
        try:
            with path.open("rb") as file:
                report = ingest_file(coverage, file, path.name, **options)
        except (UnreadableFile, OSError) as error:
            self.stderr.write(f"{path}: {error}")
            return False
        self.stdout.write(f"{path}: {describe_report(report)}")
        for where, reason in report.rejected:
            self.stderr.write(f"{path}, {where}: {reason}")
        return not report.rejected
