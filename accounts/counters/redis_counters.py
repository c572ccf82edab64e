import time

from django.core.cache.backends.base import BaseCache

from accounts.counters.backends import Read, TogetherMixin
from accounts.counters.connection import FAULTS, RedisConnection, connection_to
from accounts.counters.table import LIFETIME, CountTable

MAX_BATCH = 500
CAUTION = 4
"""While Redis is unavailable, each process counts requests in its own memory. When the failure begins, a process does
not know how many requests the other processes have just allowed in the same minute. So in the first LIFETIME seconds
(65) of a failure, the number that a process adds for each request is multiplied by this factor (see `Ledger`). All
processes together then allow a caller at most 1.25 times the rate limit in this minute."""


class RedisCounters(TogetherMixin, BaseCache):
    """A cache backend of Django that counts requests in Redis, with one command for each request. While Redis is
    unavailable, each process counts requests in its own memory. ``incr`` always adds 1, and ``add`` does nothing.
    ``get`` works only in the ``with`` block of `together`. Other methods are not supported."""

    def __init__(self, url: str, params: dict):
        super().__init__(params)
        self._connection = connection_to(url)
        self._ledger = _ledgers.setdefault(url, Ledger(self._connection, params["OPTIONS"]["processes"]))
        self._connection.on_recovery = self._ledger.hand_over

    @property
    def counts_per_process(self) -> bool:
        return self._connection.is_unavailable

    def add(self, key, value, timeout=None, version=None) -> bool:
        """Do nothing, and return False. In Django's caches, this method creates a key. It is not needed here, because
        `incr` creates a missing counter."""
        return False

    def incr(self, key, delta=1, version=None) -> int:
        read = self._read or Read()
        count, read.count = self._ledger.count(self.make_key(key, version), read.key)
        return count

    def get(self, key, default=None, version=None) -> int:
        self._read.key = self.make_key(key, version)
        return 0

    def is_unavailable(self) -> bool:
        """Return True if Redis is unavailable. If no failure is known, send a command to Redis to find out."""
        return self._connection.is_unavailable or not self._connection.is_reachable()


class Ledger:
    """Counts requests in Redis or, while Redis is unavailable, in the memory of this process.

    In memory, a process sees only its own requests. It assumes that every other process receives the same number of
    requests. So with four processes, each request counts as 4. In the first LIFETIME seconds (65) without Redis, each
    request counts as 16 (4 times CAUTION), because the other processes may have allowed many requests just before."""

    def __init__(self, connection: RedisConnection, processes: int):
        self._connection, self._processes = connection, processes
        self._highest, self._local, self._pending = CountTable(), CountTable(), CountTable()
        """Each table maps cache keys to counts. ``_highest`` has the highest counts that Redis has returned. ``_local``
        has the requests that were counted in memory, each multiplied by `_weight`. ``_pending`` has the requests that
        must still be added to the counts in Redis."""

    def count(self, key: str, other: str = "") -> tuple[int, int]:
        """Add 1 to the count of ``key``, and read the count of ``other``. Return (count of ``key``, count of
        ``other``). If ``other`` is "", the second count is 0."""
        if self._connection.is_down:
            return self._count_locally(key), self._known(other)
        try:
            count, peeked = self._connection.count(key, other, floor=self._highest.get(key))
        except FAULTS as fault:
            self._connection.report(fault)
            return self._count_locally(key), self._known(other)
        if self._connection.is_unavailable:
            # Redis works again, but other processes may not have added the requests that they counted in memory.
            self._local.add(key, self._weight())
            return max(count, self._known(key)), max(peeked, self._known(other))
        self._highest.raise_to(key, count)
        return count, max(peeked, self._highest.get(other))

    def hand_over(self) -> None:
        """Add the requests that were counted in memory to the counts in Redis. If Redis fails again, raise its error;
        the next call then adds the remaining requests."""
        pending = list(self._pending.take().items())
        try:
            while batch := pending[:MAX_BATCH]:
                self._connection.count_all([(key, amount, self._highest.get(key)) for key, amount in batch])
                del pending[:MAX_BATCH]
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
"""Maps the URL of each Redis server to the `Ledger`: the object that counts requests there. Django makes a cache
backend for each thread, but all threads share a ledger."""
