"""Answers that are kept; a cache that is away is no answer's concern."""

import logging

from django.core.cache import caches
from redis.exceptions import RedisError

CACHE = "answers"
SECONDS_KEPT = 600
FAULTS = (RedisError, OSError)

logger = logging.getLogger(__name__)


def kept(key: str) -> bytes | None:
    """The answer kept under the key; None when there is none, or the cache cannot be reached."""
    try:
        return caches[CACHE].get(key)
    except FAULTS as fault:
        logger.warning("The cache of answers failed with %s", type(fault).__name__)
        return None


def keep(key: str, body: bytes) -> None:
    """Keep the answer, if the cache takes it."""
    try:
        caches[CACHE].set(key, body, SECONDS_KEPT)
    except FAULTS as fault:
        logger.warning("The cache of answers failed with %s", type(fault).__name__)
