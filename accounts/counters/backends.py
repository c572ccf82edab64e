import time

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache

from accounts.counters.connection import FAULTS, RedisConnection, connection_to
from accounts.counters.table import LIFETIME, CountTable

MAX_BATCH = 500
CAUTION = 4
"""How many requests one request counts as while windows are open that began before Redis failed.

Nobody knows what other processes let through in these windows. So all processes together let through at most a quarter
of the allowance in addition: never more than 1.25 times the allowance.
"""


class LocalCounters(LocMemCache):
    """Counters in the memory of the only process."""

    counts_per_process = False
    """Whether other processes count without this one. There are no others."""

    def is_unavailable(self) -> bool:
        return False


class RedisCounters(BaseCache):
    """Counters in Redis, with one round trip per request. While Redis is unavailable, each process counts by itself."""

    def __init__(self, url: str, params: dict):
        super().__init__(params)
        self._connection = connection_to(url)
        self._ledger = _ledgers.setdefault(url, Ledger(self._connection, params["OPTIONS"]["processes"]))
        self._connection.on_recovery = self._ledger.hand_over

    @property
    def counts_per_process(self) -> bool:
        return self._connection.is_unavailable

    def add(self, key, value, timeout=None, version=None) -> bool:
        """Add nothing: ``incr`` also starts a counter, so that a request takes one round trip."""
        return False

    def incr(self, key, delta=1, version=None) -> int:
        return self._ledger.count(self.make_key(key, version))

    def get(self, key, default=None, version=None) -> int:
        return self._ledger.peek(self.make_key(key, version))

    def is_unavailable(self) -> bool:
        """Whether Redis is unavailable; sends a command to Redis unless a failure is known."""
        return self._connection.is_unavailable or not self._connection.is_reachable()


class Ledger:
    """What this process knows about the counters in Redis, and what it counted without Redis.

    Without Redis, one request counts as many as there are processes, so that all together grant the allowance once.
    """

    def __init__(self, connection: RedisConnection, processes: int):
        self._connection, self._processes = connection, processes
        self._highest, self._local, self._pending = CountTable(), CountTable(), CountTable()
        """The highest count that Redis returned; requests counted without Redis, multiplied; those to hand over."""

    def count(self, key: str) -> int:
        """Count one request and return the count, as far as this process knows it."""
        if self._connection.is_down:
            return self._count_locally(key)
        try:
            count = self._connection.count(key, floor=self._highest.get(key))
        except FAULTS as fault:
            self._connection.report(fault)
            return self._count_locally(key)
        if self._connection.is_unavailable:
            # Redis is recovering: other processes may still have to hand over what they let through.
            self._local.add(key, self._weight())
            return max(count, self._known(key))
        self._highest.raise_to(key, count)
        return count

    def peek(self, key: str) -> int:
        """The count as far as this process knows it; counts nothing."""
        known = self._known(key) if self._connection.is_unavailable else self._highest.get(key)
        if self._connection.is_down:
            return known
        try:
            return max(known, self._connection.peek(key))
        except FAULTS as fault:
            self._connection.report(fault)
            return self._known(key)

    def hand_over(self) -> None:
        """Add to Redis what was counted without it; on a failure, keep it for the next call and raise the error."""
        pending = list(self._pending.take().items())
        try:
            for start in range(0, len(pending), MAX_BATCH):
                batch = pending[start : start + MAX_BATCH]
                self._connection.count_all([(key, amount, self._highest.get(key)) for key, amount in batch])
        except FAULTS:
            for key, amount in pending:
                self._pending.add(key, amount)
            raise

    def _count_locally(self, key):
        self._pending.add(key)
        self._local.add(key, self._weight())
        return self._known(key)

    def _weight(self):
        since = self._connection.unavailable_since
        is_early = since is not None and time.time() < since + LIFETIME
        return self._processes * (CAUTION if is_early else 1)

    def _known(self, key):
        return self._highest.get(key) + self._local.get(key)


_ledgers: dict[str, Ledger] = {}
"""By URL, because Django makes a backend for each thread: all threads share one ledger."""
