"""The memory that all processes share, as this one sees it. Nobody waits for it twice when it does not answer."""

import logging
import time
from collections.abc import Callable
from threading import Lock, Thread
from time import monotonic

from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError
from redis.retry import Retry

from accounts.tiers import PERIOD

SECONDS_TO_ANSWER = 0.1
SECONDS_BETWEEN_LOOKS = 1.0
SECONDS_TO_RETURN = 2.5
"""After its first answer: within these every process has noticed, and told what it counted alone."""
SECONDS_BETWEEN_WORDS = 60
SECONDS_A_COUNTER_LIVES = PERIOD + 5
FAULTS = (RedisError, OSError)
"""Refused, hung, full, read-only, not Redis at all: all the same to who asks."""

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
"""One round trip. A counter that a restart or an eviction has lost goes on from the floor that its caller knows."""

logger = logging.getLogger(__name__)


class Memory:
    """Away from the first fault on, until it has answered for some seconds; a thread looks after it meanwhile.

    ``away_since`` is in seconds of the epoch. While it ``is_returning`` it is asked, but its word alone
    does not yet count.
    """

    def __init__(self, url: str):
        options = {"socket_timeout": SECONDS_TO_ANSWER, "socket_connect_timeout": SECONDS_TO_ANSWER}
        # Without a handshake beyond what it needs, and without a second try: either would be waited for.
        pool = ConnectionPool.from_url(url, protocol=2, driver_info=None, retry=Retry(NoBackoff(), 0), **options)
        self.client = Redis(connection_pool=pool)
        self.away_since: float | None = None
        self.is_returning = False
        self.hand_over: Callable[[], None] = lambda: None
        """What is to be told when it is back; may raise one of FAULTS."""
        self._count = self.client.register_script(COUNT)
        self._lock = Lock()
        self._answers_since = 0.0
        self._last_word: float | None = None

    @property
    def is_away(self) -> bool:
        return self.away_since is not None

    @property
    def is_silent(self) -> bool:
        """Whether nobody is to ask it."""
        return self.is_away and not self.is_returning

    def count(self, key: str, *, floor: int, amount: int = 1) -> int:
        """The count after ``amount`` more, above the floor in any case. May raise one of FAULTS."""
        return _a_count(self._count(keys=[key], args=[amount, floor, SECONDS_A_COUNTER_LIVES]))

    def counted(self, key: str) -> int:
        """The count as it stands. May raise one of FAULTS."""
        return _a_count(self.client.get(key) or 0)

    def count_all(self, counts: list[tuple[str, int, int]]) -> None:
        """Several at once, each with its key, amount and floor. May raise one of FAULTS."""
        pipeline = self.client.pipeline(transaction=False)
        for key, amount, floor in counts:
            pipeline.evalsha(self._count.sha, 1, key, amount, floor, SECONDS_A_COUNTER_LIVES)
        pipeline.execute()

    def answers(self) -> bool:
        """Ask it now, whether it can be read and written."""
        try:
            self._prove()
        except FAULTS as fault:
            self.report(fault)
            return False
        return not self.is_away

    def report(self, fault: Exception) -> None:
        """It failed: nobody asks it for a while."""
        with self._lock:
            was_away, self.is_returning = self.is_away, False
            self.away_since = self.away_since or time.time()
            self._say(fault)
        if not was_away:
            Thread(target=self._look_after, name="looks after the shared memory", daemon=True).start()

    def look_again(self) -> None:
        """One turn of the thread: hand over what was counted meanwhile, twice, and then go by its word again."""
        try:
            self._prove()
            self.hand_over()
        except FAULTS as fault:
            self.report(fault)
            return
        with self._lock:
            if not self.is_returning:
                self.is_returning, self._answers_since = True, monotonic()
            elif monotonic() - self._answers_since >= SECONDS_TO_RETURN:
                self.is_returning, self.away_since = False, None
                logger.warning("The shared memory is back")

    def _look_after(self):
        while self.is_away:
            time.sleep(SECONDS_BETWEEN_LOOKS)
            self.look_again()

    def _prove(self):
        # Loaded anew, as a restart forgets it; several at once go by its hash alone.
        self.client.script_load(COUNT)
        self.count("counters:proof", floor=0)

    def _say(self, fault):
        # The class alone: the message may hold the address with its password.
        if self._last_word is None or monotonic() - self._last_word >= SECONDS_BETWEEN_WORDS:
            self._last_word = monotonic()
            logger.error("The shared memory failed with %s: each process counts for itself", type(fault).__name__)


def memory_at(url: str) -> Memory:
    """The one of this process, for all its threads and caches."""
    return _memories.get(url) or _memories.setdefault(url, Memory(url))


def _a_count(answer):
    try:
        return int(answer)
    except (TypeError, ValueError):
        raise ResponseError("no count") from None


_memories: dict[str, Memory] = {}
