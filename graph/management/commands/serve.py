import os
import socket
import sys

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from graph.management import companions
from graph.management.companions import HOST

BLOCKING_THREADS = 4
HIGHEST_PORT = 65535
SECONDS_TO_FINISH = 10
"""How long requests that are under way may take after the server is told to end."""

PAGES = ("/", "/sign-in", "/api/docs", "/api/graph/entity/france", "/api/snapshot/france", "/api/search?q=erdogan")


class Command(BaseCommand):
    help = "Bring database and search index up to date, load the catalogue when it is empty, and serve on this machine."
    # Every check of the project would double the time to the first answer; `make test` makes them.
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, port, **options):
        self._refuse_taken(port)
        call_command("migrate", verbosity=0, skip_checks=True)
        call_command("load_catalogue", if_empty=True, skip_checks=True, stdout=self.stdout)
        call_command("rebuild_index", if_outdated=True, skip_checks=True, stdout=self.stdout)
        self._tell_addresses(port)
        connections.close_all()
        _start_companions(port)
        # The server takes this process over: whoever ends the process ends the server.
        os.chdir(settings.BASE_DIR)
        os.execv(sys.executable, [sys.executable, *_granian(port)])  # noqa: S606 - a list of ours, no shell

    def _refuse_taken(self, port):
        try:
            with socket.create_server((HOST, port)):
                return
        except OSError as error:
            reason = os.strerror(error.errno)
            raise CommandError(f"Port {port} cannot be used ({reason}): make run PORT=8001") from error

    def _tell_addresses(self, port):
        self.stdout.write("Serving; end with Ctrl-C.")
        for page in PAGES:
            self.stdout.write(f"  http://{HOST}:{port}{page}")
        self.stdout.flush()


def _start_companions(port):
    """Each at one of the next ports; the server finds their addresses in its environment."""
    for number, (variable, module) in enumerate(settings.COMPANIONS.items(), start=1):
        os.environ[variable] = companions.start(module, min(port + number, HIGHEST_PORT)).address


def _granian(port):
    """One process: the counters of requests live in its memory."""
    options = {
        "interface": "wsgi",
        "host": HOST,
        "port": port,
        "workers": 1,
        "blocking-threads": BLOCKING_THREADS,
        "workers-kill-timeout": SECONDS_TO_FINISH,
        "log-level": "warning",
    }
    return ["-m", "granian", *(f"--{name}={value}" for name, value in options.items()), "config.wsgi:application"]
