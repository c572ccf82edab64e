"""Sign-in needs the memory that all processes share: tokens that were used once are kept there."""

from django.core.cache import cache
from redis.exceptions import RedisError

MEMORY_ERRORS = (RedisError, OSError)


def shared_memory_is_away() -> bool:
    try:
        cache.get("sign-in")
    except MEMORY_ERRORS:
        return True
    return False
