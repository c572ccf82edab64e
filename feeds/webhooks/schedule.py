"""Decide when failed deliveries are attempted again, and when a failing endpoint is disabled."""

import random
from datetime import timedelta

from urllib3.exceptions import InvalidHeader
from urllib3.util import Retry

DELAYS = [timedelta(seconds=5), timedelta(minutes=5), timedelta(minutes=30)]
DELAYS += [timedelta(hours=hours) for hours in (2, 5, 10, 14, 20, 24)]
MOST_ATTEMPTS = len(DELAYS) + 1
JITTER = 0.1
"""Each delay is longer by a random part of up to 10 per cent, so that retries do not come all at once."""
LONGEST_PAUSE = 24 * 60 * 60
"""The longest pause in seconds that a receiver can ask for."""
UNTIL_WARNING = timedelta(days=1)
UNTIL_DISABLED = timedelta(days=5)
"""If every delivery to an endpoint fails, the owner gets an e-mail after UNTIL_WARNING, and the endpoint is disabled
after UNTIL_DISABLED."""
LOG_LIFETIME = timedelta(days=30)
OLD_SECRET_LIFETIME = timedelta(hours=24)
GONE = 410
BUSY = {429, 503}
"""With these statuses, a receiver can ask for a pause. The header ``Retry-After`` says how long the pause is."""


def delay_after(attempts: int) -> timedelta | None:
    """Return the time to wait after a failed attempt. ``attempts`` is the number of attempts so far, at least 1. Return
    None if the delivery has no attempts left."""
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
