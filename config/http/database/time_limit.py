"""Limit the seconds that each request may use the database. The clock of a request starts with its first query.

Each thread handles one request at a time, so the limit belongs to a thread. Management commands and background threads
have no limit.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from django.conf import settings
from django.db import OperationalError


class QueryTimeout(OperationalError):
    """Raised if a request starts a query after its time limit."""


class _State(threading.local):
    is_limited = False
    deadline: float | None = None
    """The monotonic time after which this thread may start no query. None before the first query of a request."""


_state = _State()


def start() -> None:
    """Set the time limit for the queries of this thread. It applies until `stop` is called."""
    _state.is_limited, _state.deadline = True, None


def stop() -> bool:
    """Return True if a query has run since `start`. Remove the time limit for the queries of this thread."""
    _state.is_limited = False
    return _state.deadline is not None


@contextmanager
def unlimited() -> Iterator[None]:
    """Suspend the time limit in a ``with`` block. The time in the block does not count.

    This is for work that must be finished before the request can continue.
    """
    was_limited, _state.is_limited = _state.is_limited, False
    started = monotonic()
    try:
        yield
    finally:
        _state.is_limited = was_limited
        if _state.deadline is not None:
            _state.deadline += monotonic() - started


def check() -> None:
    """Raise QueryTimeout if the time limit of the request is over. The first call in a request starts the clock."""
    left = seconds_left()
    if left is not None and left <= 0:
        raise QueryTimeout("The request has used the database for too long.")


def seconds_left() -> float | None:
    """Return the seconds until the time limit of this request, or None without a limit.

    If the time limit is over, the result is 0 or negative. The first call in a request starts the clock.
    """
    if not _state.is_limited:
        return None
    now = monotonic()
    if _state.deadline is None:
        _state.deadline = now + settings.DATABASE_SECONDS_PER_REQUEST
    return _state.deadline - now


def is_over() -> bool:
    """Return True if the time limit of this request is over. SQLite calls this function regularly during a query."""
    return _state.is_limited and _state.deadline is not None and monotonic() > _state.deadline
