from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache.backends.locmem import LocMemCache


class Read:
    """The counter that is read in a ``with cache.together()`` block. With `RedisCounters`, ``get`` stores the ``key``
    of this counter. The next ``incr``, which adds to another counter, stores the count of ``key`` in ``count``. With
    `LocalCounters`, ``get`` itself stores the ``count``."""

    key = ""
    count = 0


class TogetherMixin:
    # Django makes a backend for each thread, so threads do not share this attribute.
    _read: Read | None = None

    @contextmanager
    def together(self) -> Iterator[Read]:
        """Let a ``with`` block read one counter with ``get`` and then add to another with ``incr``. `RedisCounters`
        sends one command to Redis for both: its ``get`` only stores the key and returns 0, and its ``incr`` also reads
        the count of this key. The block yields a `Read`, which has this count after ``incr``."""
        self._read = Read()
        try:
            yield self._read
        finally:
            self._read = None


class LocalCounters(TogetherMixin, LocMemCache):
    """Counts requests in memory, for a service with only one process."""

    counts_per_process = False

    def is_unavailable(self) -> bool:
        return False

    def get(self, key, default=None, version=None):
        count = super().get(key, default, version)
        if self._read:
            self._read.count = count
        return count
