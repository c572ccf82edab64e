import os
import socket
import sys

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from graph.management import child_processes
from graph.management.child_processes import HOST

HIGHEST_PORT = 65535
PAGES = ("/", "/sign-in", "/api/docs", "/api/graph/entity/france", "/api/snapshot/france", "/api/search?q=erdogan")
# Granian runs one process, because the request counters live in its memory.
GRANIAN_OPTIONS = {
    "interface": "wsgi",
    "host": HOST,
    "workers": 1,
    "blocking-threads": 4,
    # Seconds that running requests get to finish after the server was asked to stop.
    "workers-kill-timeout": 10,
    "log-level": "warning",
}


class Command(BaseCommand):
    help = "Migrate the database, load the catalogue if it is empty, update the search index, and serve locally."
    # The system checks would double the time until the first response; `make test` runs them.
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, port, **options):
        try:
            socket.create_server((HOST, port)).close()
        except OSError as error:
            reason = os.strerror(error.errno)
            raise CommandError(f"Port {port} cannot be used ({reason}): make run PORT=8001") from error
        call_command("migrate", verbosity=0, skip_checks=True)
        call_command("load_catalogue", if_empty=True, skip_checks=True, stdout=self.stdout)
        call_command("rebuild_index", if_outdated=True, skip_checks=True, stdout=self.stdout)
        addresses = "\n".join(f"  http://{HOST}:{port}{page}" for page in PAGES)
        self.stdout.write(f"Serving; end with Ctrl-C.\n{addresses}")
        self.stdout.flush()
        connections.close_all()
        for number, (variable, module) in enumerate(settings.CHILD_PROCESSES.items(), start=1):
            os.environ[variable] = child_processes.start(module, min(port + number, HIGHEST_PORT)).address
        for module in settings.BACKGROUND_PROCESSES:
            child_processes.start_background(module, str(settings.DATABASES["default"]["NAME"]))
        # The server replaces this process, so a signal to this process reaches the server.
        os.chdir(settings.BASE_DIR)
        options = [f"--{name}={value}" for name, value in {**GRANIAN_OPTIONS, "port": port}.items()]
        command = [sys.executable, "-m", "granian", *options, "config.wsgi:application"]
        os.execv(sys.executable, command)  # noqa: S606 - a fixed list, no shell
