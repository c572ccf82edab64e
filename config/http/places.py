from collections import deque
from collections.abc import Callable
from threading import Lock

SECONDS_BETWEEN_CHECKS = 0.1


def _never():
    return False


class Places:
    """Lets at most ``number`` threads do some work at the same time. Each of them has a place: the permission to do the
    work. Other threads wait, and get places in the order in which they began to wait. A semaphore of Python does not
    ensure this order if a thread waits with a timeout."""

    def __init__(self, number: int):
        self.free = number
        self._lock = Lock()
        self._waiting: deque[Lock] = deque()

    def acquire(self, may_give_up: Callable[[], bool] = _never) -> bool:
        """Wait for a place (the permission to work), and return True when the thread has it. A thread that waits calls
        ``may_give_up`` ten times a second. If ``may_give_up`` returns True, stop waiting and return False."""
        with self._lock:
            if self.free:
                self.free -= 1
                return True
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        # `release` releases the lock of the thread that has waited for the longest time.
        try:
            while not turn.acquire(timeout=SECONDS_BETWEEN_CHECKS):
                if may_give_up() and self._leave(turn):
                    return False
        except BaseException:
            if not self._leave(turn):
                self.release()
            raise
        return True

    def release(self) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self.free += 1

    def _leave(self, turn):
        """Remove this thread from the queue for a place, and return True. If the thread has got a place in the
        meantime, do nothing and return False. ``turn`` is the lock on which the thread waits."""
        with self._lock:
            if turn not in self._waiting:
                return False
            self._waiting.remove(turn)
            return True
