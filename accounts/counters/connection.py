"""Connect this process to Redis. After a failure, mark Redis as unavailable, and retry until it works again."""

import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Thread, local
from time import monotonic

from hiredis import pack_command
from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as NotConnected
from redis.exceptions import NoScriptError, RedisError, ResponseError
from redis.retry import Retry

from accounts.counters.table import LIFETIME

TIMEOUT = 0.25
"""Redis must respond within this many seconds. A busy machine may take 0.1 s, which must not count as a failure."""
RETRY_INTERVAL = 1.0
SECONDS_TO_RECOVER = 2.5
"""After a failure, Redis must work for this many seconds. Until then, this process does not rely on the counts in
Redis: they are incomplete, because every process first has to add the requests that it counted in its own memory."""
LOG_INTERVAL = 60
FAULTS = (RedisError, OSError)
"""The exceptions that mean a failure, for example no connection, a timeout, or a server that is not Redis."""

COUNT = Path(__file__).with_name("count.lua").read_text()

logger = logging.getLogger(__name__)


class RedisConnection:
    """The connection of this process to Redis. After a failure, a thread retries once a second. ``unavailable_since``
    is the time of the failure in seconds since 1970, or None while Redis is available.

    When Redis works again, it still counts as unavailable for SECONDS_TO_RECOVER, and ``is_recovering`` is True. In
    this time, other processes add to Redis the numbers of requests that they counted during the failure."""

    def __init__(self, url: str):
        timeouts = {"socket_timeout": TIMEOUT, "socket_connect_timeout": TIMEOUT}
        # Redis-py would by default use a longer handshake and retry, which requests would have to wait for.
        pool = ConnectionPool.from_url(url, protocol=2, driver_info=None, retry=Retry(NoBackoff(), 0), **timeouts)
        self.client = Redis(connection_pool=pool)
        self.unavailable_since: float | None = None
        self.is_recovering = False
        self.on_recovery: Callable[[], None] = lambda: None
        """The function that `retry` calls each time it finds that Redis works. The function adds the counts in the
        memory of this process to the counts in Redis. It may raise RedisError or OSError."""
        self._count = self.client.register_script(COUNT)
        self._has_script = False
        self._of_thread = local()
        self._lock = Lock()
        self._recovering_since = 0.0
        self._logged_at: float | None = None

    @property
    def is_unavailable(self) -> bool:
        return self.unavailable_since is not None

    @property
    def is_down(self) -> bool:
        return self.is_unavailable and not self.is_recovering

    def count(self, key: str, other: str = "", *, floor: int) -> tuple[int, int]:
        """Add 1 to the counter ``key``, and read the counter ``other``. Return (new count of ``key``, count of
        ``other``). ``floor`` is the last count of ``key`` that this process knows. If Redis has lost the counter, for
        example in a restart, the counter continues from ``floor``. Raise one of FAULTS if Redis fails."""
        keys = [key, other] if other else [key]
        try:
            reply = self._send("EVALSHA", self._count.sha, len(keys), *keys, 1, floor, LIFETIME)
        except NoScriptError:
            # If Redis has lost the script, it was restarted, and has lost the counts too.
            if self._has_script:
                raise
            reply = self._count(keys=keys, args=[1, floor, LIFETIME])
        self._has_script = True
        return _parse_counts(reply)

    def count_all(self, counts: list[tuple[str, int, int]]) -> None:
        """Add to many counters with one message to Redis. ``counts`` has a tuple for each counter: (key, amount to add,
        last known count). If Redis has lost a counter, the counter continues from its last known count. Raise one of
        FAULTS if Redis fails."""
        pipeline = self.client.pipeline(transaction=False)
        for key, amount, floor in counts:
            pipeline.evalsha(self._count.sha, 1, key, amount, floor, LIFETIME)
        pipeline.execute()

    def is_reachable(self) -> bool:
        """Send a command to Redis. Return True if the command succeeds and Redis is not marked as unavailable. If the
        command fails, mark Redis as unavailable, until Redis has worked for SECONDS_TO_RECOVER."""
        try:
            self._probe()
        except FAULTS as fault:
            self.report(fault)
            return False
        return not self.is_unavailable

    def report(self, fault: Exception) -> None:
        """Mark Redis as unavailable because of the error ``fault``. Start the thread that retries, unless it is
        running."""
        with self._lock:
            was_unavailable, self.is_recovering = self.is_unavailable, False
            self.unavailable_since = self.unavailable_since or time.time()
            self._log(fault)
        if not was_unavailable:
            Thread(target=self._retry_until_recovered, name="retries Redis", daemon=True).start()

    def retry(self) -> None:
        """Check whether Redis works again. If so, call ``on_recovery``, a function that adds the counts in the memory
        of this process to the counts in Redis. When Redis has worked for SECONDS_TO_RECOVER, mark it as available."""
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

    def _send(self, *command):
        """Send a command to Redis on the connection of this thread, and return the reply. If Redis has closed the
        connection, connect again and send the command once more."""
        own = self._of_thread
        if getattr(own, "process", None) != os.getpid():
            # A forked process must not use the connection of its parent.
            pool = self.client.connection_pool
            own.connection, own.process = pool.connection_class(**pool.connection_kwargs), os.getpid()
        # Hiredis packs a command in a third of the time that redis-py takes.
        packed, was_connected = [pack_command(command)], own.connection.is_connected
        try:
            own.connection.send_packed_command(packed)
            return own.connection.read_response()
        except NotConnected:
            if not was_connected:
                raise
            # Redis closes connections when it is restarted, or when they are idle for long.
            own.connection.send_packed_command(packed)
            return own.connection.read_response()

    def _retry_until_recovered(self):
        while self.is_unavailable:
            time.sleep(RETRY_INTERVAL)
            self.retry()

    def _probe(self):
        # A restarted Redis has lost the script, and count_all calls it by its hash alone.
        self.client.script_load(COUNT)
        self.count("counters:probe", floor=0)

    def _log(self, fault):
        # Log only the class of the error, because its message may contain the URL with its password.
        if self._logged_at is None or monotonic() - self._logged_at >= LOG_INTERVAL:
            self._logged_at = monotonic()
            logger.error("Redis failed with %s: each process counts for itself", type(fault).__name__)


def connection_to(url: str) -> RedisConnection:
    """Return the connection to Redis at this URL. All threads and caches of this process share it."""
    return _connections.get(url) or _connections.setdefault(url, RedisConnection(url))


def _parse_counts(reply):
    try:
        return tuple(int(count) for count in reply)
    except (TypeError, ValueError):
        raise ResponseError("Redis returned no count") from None


_connections: dict[str, RedisConnection] = {}
