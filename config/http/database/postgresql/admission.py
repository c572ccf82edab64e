"""Limit how many threads wait for PostgreSQL, so that one thread is always free for requests without queries."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Semaphore
from time import monotonic

from django.conf import settings
from psycopg import OperationalError

from config.http.database import time_limit

MAX_SECONDS = 0.015
"""A thread waits this long for its turn. PostgreSQL responds to most queries in less than 5 ms."""


class Admission:
    """Lets all ``threads`` of the server but one wait for PostgreSQL at the same time."""

    def __init__(self, threads: int):
        self._places = Semaphore(max(1, threads - 1))
        self._changed_at = 0.0
        """The monotonic time when a thread last took or left a place."""

    @contextmanager
    def admit(self) -> Iterator[None]:
        """Within this ``with`` block, the thread may wait for PostgreSQL. Raise OperationalError if too many threads do
        so already, and none of them is ready soon. Threads without a time limit, such as those of editors, are not
        counted."""
        if time_limit.seconds_left() is None:
            yield
            return
        seconds = self._changed_at + MAX_SECONDS - monotonic()
        # If PostgreSQL hangs, only the first thread without a place waits. The next ones fail at once.
        if not self._places.acquire(timeout=max(0, seconds)):
            raise OperationalError("Too many threads wait for PostgreSQL.")
        self._changed_at = monotonic()
        try:
            yield
        finally:
            self._changed_at = monotonic()
            self._places.release()


admission = Admission(settings.THREADS)
