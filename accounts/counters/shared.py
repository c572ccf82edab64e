from itertools import islice
from math import ceil

from django.core.cache.backends.base import BaseCache

from accounts.counters.memory import FAULTS, Memory, memory_at
from accounts.counters.table import Table
from accounts.counters.windows import window_of

MOST_AT_ONCE = 500
SECONDS_TO_NOTICE = 5
"""A window that begins so soon after the fault may still have been counted in the shared memory by another process."""
TAKEN_AS_USED = 3 / 4
"""Of the allowance of a window that began before the fault: nobody knows what other processes have let through."""


class RedisCounters(BaseCache):
    """Counters in Redis, one round trip for each request; what django-ratelimit asks of a cache, and no more.

    Without Redis each process counts for itself, so that all together never let through more than 1.25 times the
    allowance in any window.
    """

    def __init__(self, url: str, params: dict):
        super().__init__(params)
        self._memory = memory_at(url)
        self._ledger = _ledgers.setdefault(url, Ledger(self._memory, params["OPTIONS"]["processes"]))
        self._memory.hand_over = self._ledger.hand_over

    @property
    def counts_per_process(self) -> bool:
        return self._memory.is_away

    def add(self, key, value, timeout=None, version=None) -> bool:
        """Nothing, as ``incr`` begins a counter where there is none: one step, in which no request is lost."""
        return False

    def incr(self, key, delta=1, version=None) -> int:
        return self._ledger.count(self.make_key(key, version))

    def get(self, key, default=None, version=None) -> int:
        return self._ledger.counted(self.make_key(key, version))

    def is_away(self) -> bool:
        """Asks, unless it is known."""
        return self._memory.is_away or not self._memory.answers()


class Ledger:
    """What this process knows of the counters: the highest counts it has seen, and what it counted alone.

    Alone, it takes each request of its own for as many as there are processes. Of a window that began before the
    fault it takes three quarters as used: at the worst the others have used it all, and 1.25 times are let through.
    """

    def __init__(self, memory: Memory, processes: int):
        self._memory, self._processes = memory, processes
        self._seen, self._alone, self._untold = Table(), Table(), Table()

    def count(self, key: str) -> int:
        """One more request; gives the count as far as it is known."""
        if self._memory.is_silent:
            return self._count_alone(key)
        try:
            count = self._memory.count(key, floor=self._seen.get(key))
        except FAULTS as fault:
            self._memory.report(fault)
            return self._count_alone(key)
        if self._memory.is_away:
            # It has just come back: other processes may not have told yet what they have let through.
            return max(count, self._known(key, self._alone.add(key)))
        self._seen.raise_to(key, count)
        return count

    def counted(self, key: str) -> int:
        """The count as far as it is known, unchanged."""
        known = self._known(key, self._alone.get(key)) if self._memory.is_away else self._seen.get(key)
        if self._memory.is_silent:
            return known
        try:
            return max(known, self._memory.counted(key))
        except FAULTS as fault:
            self._memory.report(fault)
            return self._known(key, self._alone.get(key))

    def hand_over(self) -> None:
        """Tell the shared memory what was counted without it, or keep it for the next time and raise the fault."""
        untold = self._untold.take()
        try:
            for some in _parts(untold):
                self._memory.count_all([(key, amount, self._seen.get(key)) for key, amount in some])
        except FAULTS:
            for key, amount in untold.items():
                self._untold.add(key, amount)
            raise

    def _count_alone(self, key):
        self._untold.add(key)
        return self._known(key, self._alone.add(key))

    def _known(self, key, alone):
        window, since = window_of(key), self._memory.away_since
        before = self._seen.get(key)
        if since and window.begin <= since + SECONDS_TO_NOTICE:
            before = max(before, ceil(window.allowance * TAKEN_AS_USED))
        return before + alone * self._processes


_ledgers: dict[str, Ledger] = {}
"""By address: one of this process, for all its threads."""


def _parts(counts):
    rest = iter(counts.items())
    while part := list(islice(rest, MOST_AT_ONCE)):
        yield part
