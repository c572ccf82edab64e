"""Provide cache backends that count requests for django-ratelimit, and an ordinary cache in the same Redis.

``LocalCounters`` counts in the memory of the only process. ``RedisCounters`` counts for all processes together.
"""

from django.core.cache import caches

from accounts.counters.backends import LocalCounters, RedisCounters
from accounts.counters.fail_safe import FailSafeRedisCache

__all__ = ["FailSafeRedisCache", "LocalCounters", "RedisCounters", "redis_is_unavailable"]


def redis_is_unavailable() -> bool:
    """Return whether Redis cannot be reached at the moment; always False for a service that does not use Redis."""
    return caches["counters"].is_unavailable()
