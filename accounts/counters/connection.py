"""The connection of one process to Redis, which reports failures; see `RedisConnection`."""

import logging
import time
from collections.abc import Callable
from threading import Lock, Thread
from time import monotonic

from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError
from redis.retry import Retry

from accounts.counters.table import LIFETIME

TIMEOUT = 0.1
RETRY_INTERVAL = 1.0
SECONDS_TO_RECOVER = 2.5
"""From the first successful command: within this time every process retries and hands over what it counted alone."""
LOG_INTERVAL = 60
FAULTS = (RedisError, OSError)
"""All failures are alike: no connection, timeout, out of memory, read-only, or a server that is not Redis."""

COUNT = """
local count = redis.call('INCRBY', KEYS[1], ARGV[1])
local least = tonumber(ARGV[1]) + tonumber(ARGV[2])
if count < least then
  redis.call('SET', KEYS[1], least, 'EX', ARGV[3])
  return least
end
if count == tonumber(ARGV[1]) then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
return count
"""
"""Count in one round trip. The floor (ARGV[2]) is a count that the caller knows: a restart may have lost it."""

logger = logging.getLogger(__name__)


class RedisConnection:
    """Unavailable from the first failure until Redis has worked again for some seconds; a thread retries meanwhile.

    ``unavailable_since`` is in seconds since the epoch. While ``is_recovering``, Redis is in use again, but its counts
    may still lack what other processes have to hand over.
    """

    def __init__(self, url: str):
        timeouts = {"socket_timeout": TIMEOUT, "socket_connect_timeout": TIMEOUT}
        # Requests would have to wait for a longer handshake and for a retry.
        pool = ConnectionPool.from_url(url, protocol=2, driver_info=None, retry=Retry(NoBackoff(), 0), **timeouts)
        self.client = Redis(connection_pool=pool)
        self.unavailable_since: float | None = None
        self.is_recovering = False
        self.on_recovery: Callable[[], None] = lambda: None
        """Called after each successful retry; may raise one of FAULTS."""
        self._count = self.client.register_script(COUNT)
        self._lock = Lock()
        self._recovering_since = 0.0
        self._logged_at: float | None = None

    @property
    def is_unavailable(self) -> bool:
        return self.unavailable_since is not None

    @property
    def is_down(self) -> bool:
        """Whether requests must not use Redis, because it would let them wait."""
        return self.is_unavailable and not self.is_recovering

    def count(self, key: str, *, floor: int, amount: int = 1) -> int:
        """Add the amount and return the count, which is above the floor. Raises one of FAULTS."""
        return _parse_count(self._count(keys=[key], args=[amount, floor, LIFETIME]))

    def peek(self, key: str) -> int:
        """The current count. Raises one of FAULTS."""
        return _parse_count(self.client.get(key) or 0)

    def count_all(self, counts: list[tuple[str, int, int]]) -> None:
        """Add to many counters in one round trip; each item is key, amount and floor. Raises one of FAULTS."""
        pipeline = self.client.pipeline(transaction=False)
        for key, amount, floor in counts:
            pipeline.evalsha(self._count.sha, 1, key, amount, floor, LIFETIME)
        pipeline.execute()

    def is_reachable(self) -> bool:
        """Try to write to Redis and to read from it."""
        try:
            self._probe()
        except FAULTS as fault:
            self.report(fault)
            return False
        return not self.is_unavailable

    def report(self, fault: Exception) -> None:
        """Mark Redis as unavailable and start to retry."""
        with self._lock:
            was_unavailable, self.is_recovering = self.is_unavailable, False
            self.unavailable_since = self.unavailable_since or time.time()
            self._log(fault)
        if not was_unavailable:
            Thread(target=self._retry_until_recovered, name="retries Redis", daemon=True).start()

    def retry(self) -> None:
        """One turn of the thread: try Redis, hand over, and mark it as available after some seconds of success."""
        try:
            self._probe()
            self.on_recovery()
        except FAULTS as fault:
            self.report(fault)
            return
        with self._lock:
            if not self.is_recovering:
                self.is_recovering, self._recovering_since = True, monotonic()
            elif monotonic() - self._recovering_since >= SECONDS_TO_RECOVER:
                self.is_recovering, self.unavailable_since = False, None
                logger.warning("Redis is available again")

    def _retry_until_recovered(self):
        while self.is_unavailable:
            time.sleep(RETRY_INTERVAL)
            self.retry()

    def _probe(self):
        # A restarted Redis has lost the script, and count_all calls it by its hash alone.
        self.client.script_load(COUNT)
        self.count("counters:probe", floor=0)

    def _log(self, fault):
        # Only the class, because the message may contain the URL with its password.
        if self._logged_at is None or monotonic() - self._logged_at >= LOG_INTERVAL:
            self._logged_at = monotonic()
            logger.error("Redis failed with %s: each process counts for itself", type(fault).__name__)


def connection_to(url: str) -> RedisConnection:
    """The only connection of this process to that URL, for all threads and caches."""
    return _connections.get(url) or _connections.setdefault(url, RedisConnection(url))


def _parse_count(reply):
    try:
        return int(reply)
    except (TypeError, ValueError):
        raise ResponseError("Redis returned no count") from None


_connections: dict[str, RedisConnection] = {}
