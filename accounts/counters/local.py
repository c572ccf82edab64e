from django.core.cache.backends.base import BaseCache

from accounts.counters.table import Table

_tables: dict[str, Table] = {}


class LocalCounters(BaseCache):
    """Counters in the memory of the one process there is; what django-ratelimit asks of a cache, and no more."""

    counts_per_process = False
    """The one process is all there is: its count is the count."""

    def __init__(self, name: str, params: dict):
        super().__init__(params)
        # Each thread has its own backend of that name; they count together.
        self._table = _tables.setdefault(name, Table())

    def add(self, key, value, timeout=None, version=None) -> bool:
        """Nothing, as ``incr`` begins a counter where there is none: one step, in which no request is lost."""
        return False

    def incr(self, key, delta=1, version=None) -> int:
        return self._table.add(self.make_key(key, version), delta)

    def get(self, key, default=None, version=None) -> int:
        return self._table.get(self.make_key(key, version))

    def is_away(self) -> bool:
        return False
