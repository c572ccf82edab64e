"""Where requests are counted: in this process, or in the memory that all processes share."""

from django.core.cache import caches

from accounts.counters.fail_safe import FailSafeRedisCache
from accounts.counters.local import LocalCounters
from accounts.counters.shared import RedisCounters
from accounts.counters.windows import WindowName

__all__ = ["FailSafeRedisCache", "LocalCounters", "RedisCounters", "WindowName", "redis_is_unavailable"]

ALIAS = "counters"


def redis_is_unavailable() -> bool:
    """Whether the memory that all processes share cannot be reached now; never where one process is all there is."""
    return caches[ALIAS].is_away()
