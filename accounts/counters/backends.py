from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache.backends.locmem import LocMemCache


class Read:
    """The result of ``get`` inside a ``with cache.together()`` block. ``count`` is set when the block ends."""

    key = ""
    count = 0


class TogetherMixin:
    # Django makes a backend for each thread, so no other thread sees this.
    _read: Read | None = None

    @contextmanager
    def together(self) -> Iterator[Read]:
        """Within this ``with`` block, send a ``get`` and the following ``incr`` to Redis as one command. The yielded
        `Read` has the count that ``get`` asks for, but only after the ``incr``. With Redis, ``get`` itself returns
        0."""
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
