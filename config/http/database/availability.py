"""Remember that PostgreSQL is unavailable, and retry until it works again. Meanwhile, queries fail at once."""

import logging
import time
from collections.abc import Callable
from threading import Lock, Thread

RETRY_INTERVAL = 1.0

logger = logging.getLogger(__name__)


class Availability:
    """The state of PostgreSQL as this process knows it: available or unavailable. After a failure, a thread calls
    ``probe``, a function that tries to connect, once a second until it succeeds. Then PostgreSQL counts as available
    again."""

    def __init__(self):
        self.is_unavailable = False
        self.probe: Callable[[], None] = lambda: None
        """A function that connects to PostgreSQL, or raises an exception."""
        self.on_failure: Callable[[], None] = lambda: None
        """A function that closes all connections. It is called once after a failure, before the first retry."""
        self._lock = Lock()

    def report(self, fault: Exception) -> None:
        """Mark PostgreSQL as unavailable after the exception ``fault``. Start the thread that retries, unless it is
        running."""
        with self._lock:
            was_unavailable, self.is_unavailable = self.is_unavailable, True
        if not was_unavailable:
            # Log only the class of the error, because its message may contain the address and the user.
            logger.error("PostgreSQL failed with %s: requests do not wait for it", type(fault).__name__)
            Thread(target=self._retry_until_available, name="retries PostgreSQL", daemon=True).start()

    def _retry_until_available(self):
        self.on_failure()
        while not self._is_reachable():
            time.sleep(RETRY_INTERVAL)
        self.is_unavailable = False
        logger.warning("PostgreSQL is available again")

    def _is_reachable(self):
        try:
            self.probe()
        except Exception as fault:  # noqa: BLE001 - the thread must survive whatever the probe raises
            logger.info("PostgreSQL is still unavailable: %s", type(fault).__name__)
            return False
        return True


availability = Availability()
