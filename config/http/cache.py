"""Store responses in the memory of this process, so that a repeated request needs no query and no rendering.

The tags of a response name what it shows, such as ``entity/france`` or ``country/fr``. Functions called watchers return
the tags that have changed, and the responses with one of these tags are dropped.
"""

import gzip
import logging
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from hashlib import sha256
from threading import Lock
from time import monotonic

from django.conf import settings
from django.db import Error
from django.utils.http import http_date, parse_http_date_safe

CHECK_INTERVAL = 0.3
"""The shortest time between two checks for changed data, in seconds. The checks also find changes by other processes.
After a call of `ResponseCache.expire`, the next request checks at once."""
LONGEST_WAIT = 0.1
"""While a thread checks for changed data, other requests may wait. This is the longest time that they wait, in seconds
from the beginning of the check. After a change by this process, they may wait longer (see
`ResponseCache._seconds_to_wait`)."""
EVERYTHING = frozenset({"*"})
"""A watcher (a function that finds changed data) returns this object after a change that may concern all responses.
Then all stored responses are dropped."""
SMALLEST_COMPRESSED, COMPRESSION_LEVEL = 1000, 6
"""The smallest size in bytes of a body that is compressed, and the level of gzip. Level 6 takes half the time of level
9, the default of Python, and its results are 2 % larger."""
BYTES_PER_ROW = 2_000
"""An estimate of the bytes of memory that a stored response needs in addition to its body."""

logger = logging.getLogger(__name__)
# Many entities were last changed by the same import.
_seconds_of = lru_cache(parse_http_date_safe)


@dataclass(frozen=True, slots=True)
class Validity:
    """Says how long a stored response may be used. ``tags`` name the data that the response shows, such as
    ``entity/france``. If such data changes, the response is dropped. If ``day`` is set, the response is used only on
    this day (UTC). If ``until`` is set, the response is used only before this time."""

    tags: frozenset[str]
    day: date | None = None
    until: datetime | None = None

    @property
    def is_over(self) -> bool:
        now = datetime.now(UTC)
        return self.day not in (None, now.date()) or (self.until is not None and self.until <= now)


FIXED = Validity(frozenset())
"""The validity of responses that do not depend on data in the database, such as the terms of use. Such a response never
becomes outdated."""


class StoredResponse:
    """A stored response with status 200, without the headers that differ from request to request.

    If the rate limit of the API counts requests for this response, ``counted_as`` names the endpoint in the usage
    statistics. Otherwise, ``counted_as`` is None, and ``per_minute`` limits the requests per minute from one IP
    address."""

    __slots__ = ("_gzipped", "body", "counted_as", "etag", "headers", "is_secure", "modified", "per_minute", "validity")

    def __init__(self, response, *, is_secure: bool, counted_as: str | None = None, per_minute: int = 0):
        # The body is copied, because the bytes that orjson returns use three times the memory that they need.
        self.body = bytes(memoryview(response.content))
        self.headers = dict(response.items())
        self.etag = f'"{sha256(self.body).hexdigest()[:32]}"'
        # A response that does not say when its content changed has not changed since it was rendered.
        self.modified = _seconds_of(self.headers.setdefault("Last-Modified", http_date()))
        self.is_secure, self.counted_as, self.per_minute = is_secure, counted_as, per_minute
        self.validity: Validity | None = getattr(response, "validity", None)
        self._gzipped = None

    def gzipped(self) -> bytes | None:
        """Return the compressed body. Return None if the body has fewer than 1000 bytes. Also return None if the
        compressed body has more than two thirds of the original size, as for a picture."""
        if self._gzipped is None:
            is_large = len(self.body) >= SMALLEST_COMPRESSED
            compressed = gzip.compress(self.body, COMPRESSION_LEVEL, mtime=0) if is_large else b""
            self._gzipped = compressed if len(compressed) * 3 <= len(self.body) * 2 else b""
        return self._gzipped or None

    @property
    def size(self) -> int:
        return len(self.body) * 5 // 3 + BYTES_PER_ROW


class ResponseCache:
    """A cache of responses in memory, which several threads may use. If the responses need more than ``max_bytes``,
    those that were not used for the longest time are dropped. If ``max_bytes`` is 0, nothing is stored."""

    def __init__(self, max_bytes: int):
        self.max_bytes = max_bytes
        self.size = 0
        self.generation = 0
        """A number that increases with each change of data. If it has increased while a response was made, the response
        is not stored."""
        self._rows: OrderedDict[tuple, StoredResponse] = OrderedDict()
        self._keys: defaultdict[str, set[tuple]] = defaultdict(set)
        self._watchers: list[Callable[[], Iterable[str]]] = []
        self._lock, self._watching = Lock(), Lock()
        # Each change by this process is represented by a new object. A check copies it when it begins.
        self._last_change, self._checked_change = object(), None
        self._checked_at, self._began_at = 0.0, None

    def __len__(self):
        return len(self._rows)

    def watch(self, watcher: Callable[[], Iterable[str]]) -> None:
        """Register a watcher: a function that returns the tags that changed since its last call, or `EVERYTHING`."""
        self._watchers.append(watcher)

    def expire(self) -> None:
        """Make the next call of `get` check for changed data, and drop outdated responses before it returns a response.
        Call `expire` after the commit of a change."""
        self._last_change = object()

    def get(self, key: tuple) -> StoredResponse | None:
        if not self.max_bytes:
            return None
        self._check()
        row = self._rows.get(key)
        if row is None or row.validity.is_over:
            return None
        try:
            self._rows.move_to_end(key)
        except KeyError:  # Another thread has just dropped the response.
            return None
        return row

    def put(self, key: tuple, row: StoredResponse, generation: int) -> None:
        """Store the response ``row`` under a key. Do nothing if the response needs more than an eighth of
        ``max_bytes``, or if data has changed since it was rendered. To detect such a change, the caller reads
        ``self.generation`` before the rendering, and passes this number as ``generation``."""
        with self._lock:
            if generation != self.generation or row.size > self.max_bytes // 8:
                return
            self._drop(key)
            self._rows[key] = row
            self.size += row.size
            for tag in row.validity.tags:
                self._keys[tag].add(key)
            while self.size > self.max_bytes:
                # Other threads may reorder the rows at the same time, so an iterator could fail.
                self._forget(*self._rows.popitem(last=False))

    def drop(self, tags: Iterable[str]) -> None:
        """Drop all responses that have one of these tags, or all responses if ``tags`` is `EVERYTHING`. Also increase
        ``generation``, so that responses that are being rendered now are not stored."""
        with self._lock:
            self.generation += 1
            if tags is EVERYTHING:
                self._rows.clear()
                self._keys.clear()
                self.size = 0
                return
            for key in {key for tag in tags for key in self._keys.get(tag, ())}:
                self._drop(key)

    def _drop(self, key):
        row = self._rows.pop(key, None)
        if row is not None:
            self._forget(key, row)

    def _forget(self, key, row):
        self.size -= row.size
        for tag in row.validity.tags:
            keys = self._keys[tag]
            keys.discard(key)
            if not keys:
                del self._keys[tag]

    def _check(self):
        """Drop the responses whose data has changed. To find them, call each watcher: a function that returns the tags
        of changed data. Do nothing if the last check began less than CHECK_INTERVAL seconds ago, unless `expire` was
        called since then. If another thread is checking, wait until it has finished, but at most for the seconds that
        `_seconds_to_wait` returns."""
        if not self._must_check() or not self._watching.acquire(timeout=self._seconds_to_wait()):
            return
        try:
            if self._must_check():
                # A change that is committed while the watchers read makes the next check necessary.
                change, self._began_at = self._last_change, monotonic()
                self._ask_watchers()
                self._checked_change, self._checked_at = change, self._began_at
        finally:
            self._began_at = None
            self._watching.release()

    def _must_check(self):
        return self._checked_change is not self._last_change or monotonic() - self._checked_at >= CHECK_INTERVAL

    def _seconds_to_wait(self):
        """Return the maximum time in seconds for which a thread waits while another thread checks for changed data:

        - After a change by this process: one second.
        - If the last check began less than twice CHECK_INTERVAL ago: 0, because its result is recent enough.
        - Otherwise: LONGEST_WAIT minus the time that the running check has already taken, but at least 0. A check that
          takes longer than LONGEST_WAIT probably waits for a database that does not respond."""
        if self._checked_change is not self._last_change:
            return 1
        now = monotonic()
        if now - self._checked_at < 2 * CHECK_INTERVAL:
            return 0
        return max(0, (self._began_at or now) + LONGEST_WAIT - now)

    def _ask_watchers(self):
        for watcher in self._watchers:
            try:
                tags = watcher()
            except Error as error:
                # While the database is unavailable nothing changes there, so stored responses are still correct.
                logger.warning("The response cache could not read changes: %s", type(error).__name__)
                return
            if tags:
                self.drop(tags)


responses = ResponseCache(settings.RESPONSE_CACHE_BYTES)
