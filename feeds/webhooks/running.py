import fcntl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

SECONDS_BETWEEN_TRIES = 1


@contextmanager
def only_one_on_sqlite(stopping: threading.Event) -> Iterator[None]:
    """A context manager for a ``with`` block that delivers webhooks. If the database is an SQLite file, only one
    process at a time runs the block, because SQLite allows one writer at a time. The other processes wait. If
    ``stopping`` is set while a process waits, it stops waiting, and runs the block anyway. With PostgreSQL, no process
    waits."""
    name = connection.settings_dict["NAME"]
    if connection.features.has_select_for_update or not Path(name).is_absolute():
        yield
        return
    # If the process is killed, the operating system releases the lock.
    with Path(f"{name}-webhooks").open("w") as file:
        while not stopping.is_set() and not _lock(file):
            stopping.wait(SECONDS_BETWEEN_TRIES)
        yield


def _lock(file):
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
