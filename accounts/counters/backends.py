from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache.backends.locmem import LocMemCache


class Read:
    """A counter that a ``with cache.together()`` block reads: its name (``key``) and its value (``count``). The value
    is known after the block has called ``get`` and then ``incr``."""

    key = ""
    count = 0


class TogetherMixin:
    # Django makes a backend for each thread, so threads do not share this attribute.
    _read: Read | None = None

    @contextmanager
    def together(self) -> Iterator[Read]:
        """Let a ``with`` block read one counter with ``get`` and then add to another with ``incr``. Afterwards, the
        yielded `Read` has the value of the first counter. The result of ``get`` is not valid in the block: with
        `RedisCounters` it is always 0, because ``incr`` sends one command to Redis for both counters."""
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
