"""Decide when failed deliveries are attempted again, and when a failing endpoint is disabled."""

import random
from datetime import timedelta

from urllib3.exceptions import InvalidHeader
from urllib3.util import Retry

DELAYS = [timedelta(seconds=5), timedelta(minutes=5), timedelta(minutes=30)]
DELAYS += [timedelta(hours=hours) for hours in (2, 5, 10, 14, 20, 24)]
MOST_ATTEMPTS = len(DELAYS) + 1
JITTER = 0.1
"""Up to this fraction of a delay is added to it at random, so that retries do not come all at once."""
LONGEST_PAUSE = 24 * 60 * 60
"""The longest pause in seconds that a receiver can request."""
UNTIL_WARNING = timedelta(days=1)
UNTIL_DISABLED = timedelta(days=5)
"""If deliveries to an endpoint have failed for UNTIL_WARNING without any success, the owner gets an e-mail. After
UNTIL_DISABLED, the endpoint is disabled."""
LOG_LIFETIME = timedelta(days=30)
OLD_SECRET_LIFETIME = timedelta(hours=24)
GONE = 410
BUSY = {429, 503}
"""The HTTP statuses with which a receiver can request a pause. The header ``Retry-After`` of the response says how
long."""


def delay_after(attempts: int) -> timedelta | None:
    """Return the time to wait before the next attempt of a delivery. ``attempts`` is the number of failed attempts so
    far, at least 1. Return None if no attempts are left."""
    if attempts >= MOST_ATTEMPTS:
        return None
    return DELAYS[attempts - 1] * random.uniform(1, 1 + JITTER)  # noqa: S311 - no secret


def pause(status: int | None, retry_after: str) -> timedelta | None:
    """Return the pause that a busy receiver requests, at most a day. Return None if it requests no pause. ``status`` is
    the HTTP status of its response, and ``retry_after`` is the header ``Retry-After``, with seconds or a date."""
    if status not in BUSY or not retry_after:
        return None
    try:
        seconds = Retry(retry_after_max=LONGEST_PAUSE).parse_retry_after(retry_after)
    except (InvalidHeader, TypeError, ValueError, OverflowError):
        return None
    return timedelta(seconds=seconds)
