from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache.backends.locmem import LocMemCache


class Read:
    """The count of requests that a ``with cache.together()`` block yields. ``get`` sets ``key``. The next
    ``incr``, of another key, sets ``count`` to the count of this key."""

    key = ""
    count = 0


class TogetherMixin:
    # Django makes a backend for each thread, so no other thread sees this.
    _read: Read | None = None

    @contextmanager
    def together(self) -> Iterator[Read]:
        """Save a command to Redis. Within this ``with`` block, ``get`` of `RedisCounters` returns 0 and remembers its
        key, and the next ``incr`` reads that count, too. After that, the yielded `Read` has it."""
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
