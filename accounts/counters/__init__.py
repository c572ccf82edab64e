"""Cache backends that count requests for django-ratelimit: in memory for one process, in Redis for several."""

from django.core.cache import caches

from accounts.counters.backends import LocalCounters, RedisCounters
from accounts.counters.fail_safe import FailSafeRedisCache


def redis_is_unavailable() -> bool:
    """Return False if the service does not use Redis."""
    return caches["counters"].is_unavailable()
