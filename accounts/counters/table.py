import time
from threading import Lock

from accounts.counters.windows import window_of

ROOM = 131_072
"""Callers at a time: 100,000 others push nobody out. About 30 MB when it is full."""


class Table:
    """Counts of running windows by key, for all threads of the process, each change exact.

    Windows that are over go in one piece. When more callers come than there is room for, one whose window ends first
    is forgotten: with it least is lost.
    """

    def __init__(self, room: int = ROOM):
        self._room = room
        self._lock = Lock()
        self._by_end: dict[int, dict[str, int]] = {}
        self._size = 0
        self._swept = 0

    def __len__(self):
        return self._size

    def add(self, key: str, amount: int = 1) -> int:
        """Count so many more; gives the count."""
        with self._lock:
            return self._put(key, lambda count: count + amount)

    def raise_to(self, key: str, count: int) -> None:
        """The count is at least this."""
        with self._lock:
            self._put(key, lambda before: max(before, count))

    def get(self, key: str) -> int:
        with self._lock:
            return self._by_end.get(window_of(key).end, {}).get(key, 0)

    def take(self) -> dict[str, int]:
        """All counts of windows that run; the table is empty afterwards."""
        with self._lock:
            self._sweep()
            taken = {key: count for counts in self._by_end.values() for key, count in counts.items()}
            self._by_end, self._size = {}, 0
            return taken

    def _put(self, key, change):
        self._sweep()
        counts = self._by_end.setdefault(window_of(key).end, {})
        if key not in counts:
            self._make_room()
            self._size += 1
        counts[key] = change(counts.get(key, 0))
        return counts[key]

    def _sweep(self):
        now = int(time.time())
        if now == self._swept:
            return
        self._swept = now
        for end in [end for end in self._by_end if end < now]:
            self._size -= len(self._by_end.pop(end))

    def _make_room(self):
        if self._size < self._room:
            return
        end = min(end for end, counts in self._by_end.items() if counts)
        self._by_end[end].pop(next(iter(self._by_end[end])))
        self._size -= 1
