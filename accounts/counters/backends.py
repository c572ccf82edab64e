import time

from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache

from accounts.counters.connection import FAULTS, RedisConnection, connection_to
from accounts.counters.table import LIFETIME, CountTable

MAX_BATCH = 500
CAUTION = 4
"""The factor for requests that a process counts by itself, in time windows that began before Redis failed.

A process does not know what other processes let through in these windows. With this factor, all processes together let
through at most a quarter of the allowance in addition. So a caller gets at most 1.25 times the allowance.
"""


class LocalCounters(LocMemCache):
    """Count requests in the memory of this process, for a service with only one process."""

    counts_per_process = False
    """Whether each process counts only its own requests. False, because there is only one process."""

    def is_unavailable(self) -> bool:
        return False


class RedisCounters(BaseCache):
    """Count requests in Redis, one round trip each. While Redis is unavailable, each process counts by itself."""

    def __init__(self, url: str, params: dict):
        super().__init__(params)
        self._connection = connection_to(url)
        self._ledger = _ledgers.setdefault(url, Ledger(self._connection, params["OPTIONS"]["processes"]))
        self._connection.on_recovery = self._ledger.hand_over

    @property
    def counts_per_process(self) -> bool:
        return self._connection.is_unavailable

    def add(self, key, value, timeout=None, version=None) -> bool:
        """Do nothing and return False, because ``incr`` also starts a counter. So a request takes one round trip."""
        return False

    def incr(self, key, delta=1, version=None) -> int:
        return self._ledger.count(self.make_key(key, version))

    def get(self, key, default=None, version=None) -> int:
        return self._ledger.peek(self.make_key(key, version))

    def is_unavailable(self) -> bool:
        """Return whether Redis is unavailable. Send a command to Redis to find out, unless a failure is known."""
        return self._connection.is_unavailable or not self._connection.is_reachable()


class Ledger:
    """Count requests in Redis or, while Redis is unavailable, in the memory of this process.

    Without Redis, a process counts a request as many times as there are processes (at first also times CAUTION). So all
    processes together grant the allowance only once.
    """

    def __init__(self, connection: RedisConnection, processes: int):
        self._connection, self._processes = connection, processes
        self._highest, self._local, self._pending = CountTable(), CountTable(), CountTable()
        """By key: the highest count from Redis, the local count (multiplied), and requests to add to Redis later."""

    def count(self, key: str) -> int:
        """Count one request and return the count of the key. While Redis is unavailable, the count is an estimate."""
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
        """Return the count of the key without counting. While Redis is unavailable, the count is an estimate."""
        known = self._known(key) if self._connection.is_unavailable else self._highest.get(key)
        if self._connection.is_down:
            return known
        try:
            return max(known, self._connection.peek(key))
        except FAULTS as fault:
            self._connection.report(fault)
            return self._known(key)

    def hand_over(self) -> None:
        """Add to Redis what was counted without it. If Redis fails, keep all for the next call and raise the error."""
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
"""One ledger for each URL of Redis, shared by all threads, because Django makes a backend for each thread."""
