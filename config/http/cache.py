"""Cache the bodies of responses. An error of the cache is logged and never makes a request fail."""

import logging

from django.core.cache import caches
from redis.exceptions import RedisError

CACHE = "responses"
TIMEOUT = 600
"""The number of seconds after which a cached body is removed, even if it is still correct."""
CACHE_ERRORS = (RedisError, OSError)

logger = logging.getLogger(__name__)


def get_cached(key: str) -> bytes | None:
    """Return the body that is cached under the key, or None if there is none or the cache cannot be reached."""
    try:
        return caches[CACHE].get(key)
    except CACHE_ERRORS as error:
        _log(error)
        return None


def set_cached(key: str, body: bytes) -> None:
    """Cache the body under the key. If the cache cannot be reached, only log a warning."""
    try:
        caches[CACHE].set(key, body, TIMEOUT)
    except CACHE_ERRORS as error:
        _log(error)


def _log(error):
    logger.warning("The response cache failed with %s", type(error).__name__)
