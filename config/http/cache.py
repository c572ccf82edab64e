"""The cache of response bodies; a failing cache never fails a request."""

import logging

from django.core.cache import caches
from redis.exceptions import RedisError

CACHE = "responses"
TIMEOUT = 600
"""Seconds after which a body is dropped even if nobody has changed it."""
CACHE_ERRORS = (RedisError, OSError)

logger = logging.getLogger(__name__)


def get_cached(key: str) -> bytes | None:
    """The body cached under the key; None when there is none or the cache cannot be reached."""
    try:
        return caches[CACHE].get(key)
    except CACHE_ERRORS as error:
        _log(error)
        return None


def set_cached(key: str, body: bytes) -> None:
    """Cache the body, if the cache can be reached."""
    try:
        caches[CACHE].set(key, body, TIMEOUT)
    except CACHE_ERRORS as error:
        _log(error)


def _log(error):
    logger.warning("The response cache failed with %s", type(error).__name__)
