import time
from threading import Lock

from accounts.tiers import PERIOD

LIFETIME = PERIOD + 5
"""Seconds for which a count is stored: the 60 seconds of a time window, and five more. The library django-ratelimit
uses the same five seconds."""
MOST_KEYS = 131_072
"""The largest number of keys in a `CountTable`. If the table is full, a new key replaces the oldest one. The number is
enough for 100,000 callers at the same time, whose counts take about 40 MB of memory."""


class CountTable:
    """A mapping from cache keys to counts, which several threads may use. Each time window has new keys. The keys of
    earlier windows expire."""

    def __init__(self, most_keys: int = MOST_KEYS):
        self._most_keys = most_keys
        self._lock = Lock()
        self._rows: dict[str, tuple[int, int]] = {}
        """Maps each key to (count, time of expiry in seconds since 1970). The first item expires first."""

    def __len__(self):
        return len(self._rows)

    def add(self, key: str, amount: int = 1) -> int:
        with self._lock:
            return self._set(key, self._count(key) + amount)

    def raise_to(self, key: str, count: int) -> None:
        with self._lock:
            self._set(key, max(self._count(key), count))

    def get(self, key: str) -> int:
        with self._lock:
            return self._count(key)

    def take(self) -> dict[str, int]:
        """Remove all counts from the table. Return those that have not expired, as a mapping from cache keys to
        counts."""
        with self._lock:
            self._drop_expired()
            rows, self._rows = self._rows, {}
            return {key: count for key, (count, _) in rows.items()}

    def _count(self, key):
        return self._rows.get(key, (0, 0))[0]

    def _set(self, key, count):
        if key in self._rows:
            self._rows[key] = count, self._rows[key][1]
        else:
            self._drop_expired()
            if len(self._rows) >= self._most_keys:
                del self._rows[next(iter(self._rows))]
            self._rows[key] = count, int(time.time()) + LIFETIME
        return count

    def _drop_expired(self):
        now = time.time()
        while self._rows and self._rows[first := next(iter(self._rows))][1] < now:
            del self._rows[first]
