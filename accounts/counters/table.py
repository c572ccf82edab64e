import time
from threading import Lock

from accounts.tiers import PERIOD

LIFETIME = PERIOD + 5
"""Seconds from the first request of a key to the end of its count: longer than any window, as in django-ratelimit."""
ROOM = 131_072
"""The most keys in one table: 100,000 other callers cannot push a caller out. A full table takes some 40 MB."""


class CountTable:
    """Counts by cache key in the memory of this process; every change is exact, also among threads.

    django-ratelimit uses a new key for each window of a caller, so a count never has to be reset. A full table drops
    the oldest count, because its window ends first.
    """

    def __init__(self, room: int = ROOM):
        self._room = room
        self._lock = Lock()
        self._rows: dict[str, tuple[int, int]] = {}
        """Count and expiry by key, in the order of expiry, because dicts keep the order of insertion."""

    def __len__(self):
        return len(self._rows)

    def add(self, key: str, amount: int = 1) -> int:
        """Add the amount and return the new count."""
        with self._lock:
            return self._set(key, self._count(key) + amount)

    def raise_to(self, key: str, count: int) -> None:
        """Set the count, unless it is higher already."""
        with self._lock:
            self._set(key, max(self._count(key), count))

    def get(self, key: str) -> int:
        """The count, 0 for an unknown key."""
        with self._lock:
            return self._count(key)

    def take(self) -> dict[str, int]:
        """Return all counts and empty the table."""
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
