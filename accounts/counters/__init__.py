"""Where requests are counted: in this process, or in the memory that all processes share."""

from django.core.cache import caches

from accounts.counters.local import LocalCounters
from accounts.counters.quiet import QuietRedisCache
from accounts.counters.shared import SharedCounters
from accounts.counters.windows import WindowName

__all__ = ["LocalCounters", "QuietRedisCache", "SharedCounters", "WindowName", "shared_memory_is_away"]

ALIAS = "counters"


def shared_memory_is_away() -> bool:
    """Whether the memory that all processes share cannot be reached now; never where one process is all there is."""
    return caches[ALIAS].is_away()
