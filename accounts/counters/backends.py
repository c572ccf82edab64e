from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache.backends.locmem import LocMemCache


class Read:
    """The counter that a block ``with cache.together()`` reads. ``key`` is its name, and ``count`` is its value.
    ``count`` is only correct after the block has called ``get`` for this counter and then ``incr`` for another one."""

    key = ""
    count = 0


class TogetherMixin:
    # Django makes a backend for each thread, so threads do not share this attribute.
    _read: Read | None = None

    @contextmanager
    def together(self) -> Iterator[Read]:
        """Read one counter and add to another one with a single command to Redis. The ``with`` block first calls
        ``get`` for the one counter, and then ``incr`` for the other. After the block, the yielded `Read` has the value
        that ``get`` asked for. The return value of ``get`` is not valid in the block, because `RedisCounters` sends
        nothing to Redis until ``incr``."""
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
