import fcntl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

SECONDS_BETWEEN_TRIES = 1


@contextmanager
def only_one_on_sqlite(stopping: threading.Event) -> Iterator[None]:
    """A context manager that lets only one process at a time deliver webhooks to endpoints, if the database is SQLite,
    which has one writer at a time. Before the ``with`` block, it waits until no other process delivers. If ``stopping``
    is set meanwhile, it stops waiting, and the block runs anyway. With PostgreSQL, it does not wait."""
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
