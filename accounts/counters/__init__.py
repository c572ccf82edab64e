"""Provide cache backends that count requests for django-ratelimit, and a cache backend for other data in Redis.

``LocalCounters`` counts in the memory of a service with one process. ``RedisCounters`` counts for several processes.
"""

from django.core.cache import caches

from accounts.counters.backends import LocalCounters, RedisCounters
from accounts.counters.fail_safe import FailSafeRedisCache

__all__ = ["FailSafeRedisCache", "LocalCounters", "RedisCounters", "redis_is_unavailable"]


def redis_is_unavailable() -> bool:
    """Return whether Redis is unavailable at the moment. Return False if the service does not use Redis."""
    return caches["counters"].is_unavailable()
