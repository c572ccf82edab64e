from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache.backends.locmem import LocMemCache


class Read:
    """The object that ``with cache.together() as read`` yields. The block reads one counter and adds 1 to another.
    ``key`` is the name of the counter that is read, and ``count`` is its value. Read ``count`` only after the block."""

    key = ""
    count = 0


class TogetherMixin:
    # Django makes a backend for each thread, so threads do not share this attribute.
    _read: Read | None = None

    @contextmanager
    def together(self) -> Iterator[Read]:
        """A context manager that reads one counter and adds 1 to another. On Redis, both need only a single command. In
        this example, ``read.count`` is the value of the counter "a" after the block:

            with cache.together() as read:
                cache.get("a", 0)  # ignore the result
                cache.incr("b")"""
        self._read = Read()
        try:
            yield self._read
        finally:
            self._read = None


class LocalCounters(TogetherMixin, LocMemCache):
    """A cache backend of Django that counts requests in memory, for a service with only one process.

    When a counter is added, others that have expired are deleted, so that memory is needed only for the callers of the
    last minutes."""

    counts_per_process = False

    def is_unavailable(self) -> bool:
        return False

    def get(self, key, default=None, version=None):
        count = super().get(key, default, version)
        if self._read:
            self._read.count = count
        return count

    def _set(self, *args, **kwargs):
        # Django keeps the counters in the order of their last use. Two are deleted for each new one, so that the number
        # also falls after a busy time.
        for _ in range(2):
            oldest = next(reversed(self._cache), None)
            if oldest is not None and self._has_expired(oldest):
                self._delete(oldest)
        super()._set(*args, **kwargs)
