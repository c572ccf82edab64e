"""Limit how many threads wait for PostgreSQL, so that one thread is always free for requests without queries."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Semaphore
from time import monotonic

from django.conf import settings
from psycopg import OperationalError

from config.http.database import time_limit

MAX_SECONDS = 0.005
"""A thread waits this long for its turn before it asks whether PostgreSQL works. Most queries take less time."""
SECONDS_OF_PROBE = 0.012


class Admission:
    """Lets all ``threads`` of the server but one wait for PostgreSQL at the same time. The last thread waits for its
    turn only while PostgreSQL works, even if it is slow."""

    def __init__(self, threads: int):
        self.probe: Callable[[float], bool] = lambda seconds: False
        """Returns True if PostgreSQL responds within the seconds."""
        self._places = Semaphore(max(1, threads - 1))
        self._changed_at = 0.0
        """The monotonic time when a thread last took or left a place, or PostgreSQL responded to the probe."""
        self._is_hanging = False
        """Whether the last probe failed, and PostgreSQL has responded to no thread since."""

    @contextmanager
    def admit(self) -> Iterator[None]:
        """Within this ``with`` block, the thread may wait for PostgreSQL. Raise OperationalError if too many threads do
        so already, and PostgreSQL does not respond. Threads without a time limit, such as those of editors, are not
        counted."""
        if time_limit.seconds_left() is None:
            yield
            return
        if not self._places.acquire(blocking=False) and not self._wait():
            raise OperationalError("Too many threads wait for PostgreSQL.")
        self._changed_at = monotonic()
        try:
            yield
            self._is_hanging = False
        finally:
            self._changed_at = monotonic()
            self._places.release()

    def _wait(self):
        """Wait until another thread no longer needs PostgreSQL. Return True if this thread may use it now, or False if
        PostgreSQL does not respond or the time limit is over."""
        # If PostgreSQL hangs, only the first thread without a place waits. The next ones fail at once.
        while not self._is_hanging and time_limit.seconds_left() > 0:
            if self._places.acquire(timeout=max(0, self._changed_at + MAX_SECONDS - monotonic())):
                return True
            self._is_hanging = not self.probe(SECONDS_OF_PROBE)
            self._changed_at = monotonic()
        return False


admission = Admission(settings.THREADS)
