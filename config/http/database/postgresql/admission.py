"""Limit how many threads use PostgreSQL or wait for it, so that other threads are free for requests that need no
query."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Semaphore
from time import monotonic

from django.conf import settings
from psycopg import OperationalError

from config.http.database import time_limit

MAX_SECONDS = 0.005
"""If no thread has begun or ended its work with PostgreSQL for this many seconds, a waiting thread checks whether
PostgreSQL still works. Most queries take less time."""
SECONDS_OF_PROBE = 0.012
PATIENT_SECONDS = 0.1
"""`Admission.is_hanging` checks whether PostgreSQL works if no thread has begun or ended its work with PostgreSQL for
this many seconds. PostgreSQL must then respond within the same number of seconds, otherwise it counts as hanging.

The number is higher than MAX_SECONDS and SECONDS_OF_PROBE. A short pause does not mean that PostgreSQL hangs: the
threads may be computing without PostgreSQL."""


class Admission:
    """Lets at most ``places`` threads use PostgreSQL at the same time. A further thread waits until one of them has
    finished. If PostgreSQL does not respond, the further thread raises an error instead."""

    def __init__(self, places: int):
        self.probe: Callable[[float], bool] = lambda seconds: False
        """A function that returns True if PostgreSQL responds within this number of seconds."""
        self._places = Semaphore(places)
        self._changed_at = 0.0
        """The monotonic time when a thread last began or ended its work with PostgreSQL, or called the probe."""
        self._checking = Lock()
        self._is_hanging = False
        """True if PostgreSQL did not respond to the last `probe`, and no thread has had a response from PostgreSQL
        since."""

    @contextmanager
    def admit(self) -> Iterator[None]:
        """A context manager that lets the thread use PostgreSQL in its ``with`` block. If too many threads use
        PostgreSQL already, wait until one of them has finished. Raise OperationalError if PostgreSQL does not respond
        meanwhile, or if the time limit of the request is over. Threads without a time limit, such as those of editors,
        are not counted and never wait."""
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
        """Wait until one of the threads that use PostgreSQL has finished. Return True if this thread may use PostgreSQL
        now. Return False if PostgreSQL does not respond, or if the time limit of the request is over."""
        # If PostgreSQL hangs, only the first thread over the limit waits. The next threads fail at once.
        while not self._is_hanging and time_limit.seconds_left() > 0:
            if self._places.acquire(timeout=max(0, self._changed_at + MAX_SECONDS - monotonic())):
                return True
            self._check(SECONDS_OF_PROBE)
        return False

    def is_hanging(self) -> bool:
        """Return True if PostgreSQL does not respond.

        If PostgreSQL counts as working, but no thread has begun or ended its work with PostgreSQL for a tenth of a
        second (PATIENT_SECONDS), first call ``probe``, a function that checks whether PostgreSQL responds. Only one
        thread at a time calls ``probe``. Meanwhile, other threads do not wait: they get False."""
        if not self._is_hanging and self._checking.acquire(blocking=False):
            try:
                if monotonic() - self._changed_at > PATIENT_SECONDS:
                    self._check(PATIENT_SECONDS)
            finally:
                self._checking.release()
        return self._is_hanging

    def _check(self, seconds):
        before = self._changed_at
        # On a busy machine, the probe can be too late although PostgreSQL has answered other threads meanwhile.
        if not self.probe(seconds) and self._changed_at == before:
            self._is_hanging = True
        self._changed_at = monotonic()


# Not only the threads of public requests need places, but also those of forms, of sign-ins and of the response cache.
admission = Admission(settings.DJANGO_THREADS + 8)
