import signal

from django.core.management.base import BaseCommand

from feeds.webhooks.running import only_one_on_sqlite
from feeds.webhooks.worker import Worker


class Command(BaseCommand):
    help = (
        "Send events to the webhook endpoints until stopped. With PostgreSQL, any number of these processes share the "
        "work; with SQLite, a second one waits until the first one ends."
    )

    def add_arguments(self, parser):
        parser.add_argument("--workers", type=int, default=32, help="deliveries at the same time")

    def handle(self, workers, **options):
        worker = Worker(max(1, workers))
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: worker.stopping.set())
        with only_one_on_sqlite(worker.stopping):
            worker.run()
