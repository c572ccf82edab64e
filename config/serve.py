"""Prepare the database and serve on this machine (``make run``).

If no identity provider (a service for sign-ins) is set, this module first starts one for development, and writes its
URL to an environment variable, which Django's settings read. A management command could not do this, because Django
reads the settings before a command starts."""

import argparse
import gc
import os
import socket
import sys
import time
from multiprocessing import resource_tracker

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from config import child_processes, sign_in
from config.child_processes import HOST

HIGHEST_PORT = 65535
THREADS = 64
# Loading the catalogue takes more seconds of processor time than this. If there is nothing to load, the start takes far
# less.
SECONDS_OF_WORK = 2
PAGES = ("/", "/sign-in", "/docs/api", "/api/graph/entity/france", "/api/snapshot/france", "/api/search?q=erdogan")
GRANIAN_OPTIONS = {
    "interface": Interfaces.WSGI,
    "address": HOST,
    # One process, because the request counters live in its memory.
    "workers": 1,
    # Seconds that running requests get to finish after the server was asked to stop.
    "workers_kill_timeout": 10,
    # Granian would warn of the number of threads, of which most wait.
    "log_level": LogLevels.error,
}


def main(port: int, is_prepared: bool = False) -> None:
    """Prepare the database, start the child processes, and serve on this port until the server is stopped. With
    ``is_prepared``, do not prepare the database. Raise CommandError if the port cannot be used. If the preparation
    takes much time, a new process replaces this one (see `start_again`), and this function does not return."""
    reject_taken_port(port)
    if sign_in.needs_development_provider():
        provider = child_processes.start("accounts.signin.development", min(port + 1, HIGHEST_PORT))
        os.environ["DEVELOPMENT_PROVIDER_URL"] = provider.address
    os.environ.setdefault("SERVER_URL", f"http://{HOST}:{port}")
    # settings.py reads this variable.
    os.environ.setdefault("GRANIAN_BLOCKING_THREADS", str(THREADS))
    set_up_django()
    if not is_prepared:
        began = time.process_time()
        prepare_database()
        if time.process_time() - began > SECONDS_OF_WORK:
            start_again(port)
    addresses = "\n".join(f"  http://{HOST}:{port}{page}" for page in PAGES)
    sys.stdout.write(f"Serving; end with Ctrl-C.\n{addresses}\n")
    sys.stdout.flush()
    for module in settings.BACKGROUND_PROCESSES:
        child_processes.start_background(module, str(connection.settings_dict["NAME"]))
    # A forked process must not use the connections of this one.
    connection.close()
    connection.close_pool()
    # Granian forks this process, so the process that serves has loaded Django already.
    Granian("config.wsgi:application", port=port, blocking_threads=settings.THREADS, **GRANIAN_OPTIONS).serve()


def start_again(port: int) -> None:
    """Replace this process by a new process, which starts the server. This function does not return. The reason is
    memory: to load the catalogue (the data files of this repository), this process took hundreds of megabytes, and it
    would not free them."""
    sys.stdout.flush()
    # The search index was built with a second process, for which multiprocessing started a tracker. The new program
    # would not wait for the end of the tracker, which would remain as a zombie process.
    resource_tracker._resource_tracker._stop()
    arguments = [sys.executable, "-m", "config.serve", "--port", str(port), "--prepared"]
    os.execv(sys.executable, arguments)  # noqa: S606 - runs this program with constant arguments


def reject_taken_port(port: int) -> None:
    """Raise CommandError if the service cannot listen on this port."""
    try:
        socket.create_server((HOST, port)).close()
    except OSError as error:
        reason = os.strerror(error.errno)
        raise CommandError(f"Port {port} cannot be used ({reason}): make run PORT=8001") from error


def set_up_django() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    # No object that is loaded here is garbage, so garbage collections would only waste time (0.1 s each).
    gc.disable()
    django.setup()
    gc.freeze()
    gc.enable()


def prepare_database() -> None:
    """Migrate the database. Load the catalogue (the data files of this repository) into an empty graph, or upgrade a
    graph that has an older catalogue. Update the search index, and the data of the page ``/coverage``.

    Django's system checks do not run here: they would double the time until the first response, and ``make test`` runs
    them."""
    if has_unapplied_migrations():
        call_command("migrate", verbosity=0, skip_checks=True)
    call_command("load_catalogue", if_newer=True, skip_checks=True)
    call_command("rebuild_index", if_outdated=True, skip_checks=True)
    call_command("check_freshness", if_older=True, verbosity=0, skip_checks=True)


def has_unapplied_migrations() -> bool:
    """Return True if a migration must be applied. If the database is up to date, this check takes 0.2 s less than the
    command ``migrate``."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make run", description=__doc__)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--prepared", action="store_true", help="the database needs no preparation")
    given = parser.parse_args()
    try:
        main(given.port, given.prepared)
    except (CommandError, ImproperlyConfigured) as error:
        sys.exit(str(error))
