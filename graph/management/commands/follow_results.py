import signal
from threading import Event

from django.core.management.base import BaseCommand, CommandError

from graph.interchange.follow import Follower, source_at
from graph.models import Coverage


class Command(BaseCommand):
    help = (
        "Record counts as they appear in a folder or at a URL, until the command is stopped. A URL is requested with "
        "conditions, and less often while it is unavailable. The API says since when the source has not responded."
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.stopping = Event()

    def add_arguments(self, parser):
        parser.add_argument("election", help="the slug of a covered election")
        parser.add_argument("location", help="a folder with .json and .csv files, or an HTTP URL of such a file")
        parser.add_argument("--interval", type=int, default=10, help="seconds between two requests")
        parser.add_argument("--source", default="", help="the slug of the source")
        parser.add_argument("--once", action="store_true", help="request the source once")

    def handle(self, election, location, interval, source, once, **options):
        if not Coverage.objects.filter(election__slug=election).exists():
            raise CommandError(f"No covered election has the slug '{election}'.")
        if interval < 1:
            raise CommandError("The interval is at least one second.")
        try:
            poll = source_at(location)
        except ValueError as error:
            raise CommandError(str(error)) from error
        follower = Follower(election, poll, interval, self._report, {"source": source})
        if once:
            follower.step()
        else:
            self._follow(follower)

    def _follow(self, follower):
        """Read the source repeatedly, until this process receives SIGTERM or SIGINT. If the process is writing the
        counts of a file to the database at that moment, it first writes all of them."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.stopping.set())
        while not self.stopping.wait(follower.step()):
            pass
        self._report("Stopped.")

    def _report(self, line):
        self.stdout.write(line)
        # Write each line at once. Without this, a log file would get the lines much later.
        self.stdout.flush()
