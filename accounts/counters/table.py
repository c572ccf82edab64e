import time
from threading import Lock

from accounts.tiers import PERIOD

LIFETIME = PERIOD + 5
"""Seconds from the first request of a key until its count expires: five more than a window, as in django-ratelimit."""
ROOM = 131_072
"""Maximum of keys in a table, so high that 100,000 other callers push no caller out. A full table takes some 40 MB."""


class CountTable:
    """Store counts by cache key in the memory of this process. Threads can change them at the same time.

    django-ratelimit uses a new key for each time window of a caller, so a count never has to be reset. A full table
    drops the oldest count, because its window ends first.
    """

    def __init__(self, room: int = ROOM):
        self._room = room
        self._lock = Lock()
        self._rows: dict[str, tuple[int, int]] = {}
        """(count, time of expiry) by key. The first row expires first, because a dict keeps the order of insertion."""

    def __len__(self):
        return len(self._rows)

    def add(self, key: str, amount: int = 1) -> int:
        """Add the amount to the count of the key, and return the new count."""
        with self._lock:
            return self._set(key, self._count(key) + amount)

    def raise_to(self, key: str, count: int) -> None:
        """Set the count of the key to ``count``, unless the stored count is higher."""
        with self._lock:
            self._set(key, max(self._count(key), count))

    def get(self, key: str) -> int:
        """Return the count of the key, 0 for an unknown key."""
        with self._lock:
            return self._count(key)

    def take(self) -> dict[str, int]:
        """Return all counts that have not expired, by key, and empty the table."""
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
