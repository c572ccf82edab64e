import time
from threading import Lock

from accounts.tiers import PERIOD

LIFETIME = PERIOD + 5
"""Seconds for which a count is stored: the time window of the rate limit and, like django-ratelimit, five more."""
ROOM = 131_072
"""The largest number of keys in a table. This is enough for 100,000 callers at the same time, and takes some 40 MB."""


class CountTable:
    """A table of counts in the memory of this process. Each cache key has one count. Threads can share the table.

    django-ratelimit uses a new cache key for each time window, so counts are never reset. If the table is full, the
    oldest count is removed.
    """

    def __init__(self, room: int = ROOM):
        self._room = room
        self._lock = Lock()
        self._rows: dict[str, tuple[int, int]] = {}
        """Maps each key to (count, time of expiry). The first item expires first, because a dict has an order."""

    def __len__(self):
        return len(self._rows)

    def add(self, key: str, amount: int = 1) -> int:
        """Add ``amount`` to the count of the key, and return the new count."""
        with self._lock:
            return self._set(key, self._count(key) + amount)

    def raise_to(self, key: str, count: int) -> None:
        """Set the count of the key to ``count``, unless the count is already higher."""
        with self._lock:
            self._set(key, max(self._count(key), count))

    def get(self, key: str) -> int:
        """Return the count of the key, or 0 for an unknown key."""
        with self._lock:
            return self._count(key)

    def take(self) -> dict[str, int]:
        """Empty the table. Return the counts that have not expired, by key."""
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
            if len(self._rows) >= self._room:
                del self._rows[next(iter(self._rows))]
            self._rows[key] = count, int(time.time()) + LIFETIME
        return count

    def _drop_expired(self):
        now = time.time()
        while self._rows and self._rows[first := next(iter(self._rows))][1] < now:
            del self._rows[first]
