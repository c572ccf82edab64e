"""Limit the seconds that all queries of one request may take together. Each thread has its own limit, because it
handles one request at a time. The time starts with the first query of the request."""

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
    """The monotonic time after which this thread may start no query. It is None until the request makes its first
    query."""


_state = _State()


def start() -> None:
    """Limit the time of this thread's queries to ``DATABASE_SECONDS_PER_REQUEST``, until `stop` is called. The time
    begins with the first query."""
    _state.is_limited, _state.deadline = True, None


def stop() -> bool:
    """Remove the time limit. Return True if a query has run since `start`."""
    _state.is_limited = False
    return _state.deadline is not None


@contextmanager
def unlimited() -> Iterator[None]:
    """A context manager that suspends the time limit in its ``with`` block. The time of the block does not count. Use
    it for work that must be finished before the request can continue."""
    was_limited, _state.is_limited = _state.is_limited, False
    started = monotonic()
    try:
        yield
    finally:
        _state.is_limited = was_limited
        if _state.deadline is not None:
            _state.deadline += monotonic() - started


def check() -> None:
    """Raise QueryTimeout if the time limit of the request is over. Called before each query."""
    left = seconds_left()
    if left is not None and left <= 0:
        raise QueryTimeout("The request has used the database for too long.")


def seconds_left() -> float | None:
    """Return the seconds until the time limit: negative if it is over, None if this thread has no limit. The first call
    after `start` starts the clock."""
    if not _state.is_limited:
        return None
    now = monotonic()
    if _state.deadline is None:
        _state.deadline = now + settings.DATABASE_SECONDS_PER_REQUEST
    return _state.deadline - now


def is_over() -> bool:
    """Return True if the request has used up its time limit for queries. SQLite calls this function regularly during a
    query, and ends the query if the result is True."""
    return _state.is_limited and _state.deadline is not None and monotonic() > _state.deadline
