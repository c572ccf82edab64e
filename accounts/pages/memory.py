"""Whether the memory that all processes share answers: without it no key is made and nobody signs in."""

from uuid import uuid4

from django.core.cache import cache
from django.shortcuts import render
from redis import RedisError

SECONDS_TO_WAIT = 5


def is_away() -> bool:
    """Whether it cannot be written to now."""
    try:
        cache.set(f"portal:{uuid4().hex}", True, timeout=1)
    except (RedisError, OSError):
        return True
    return False


def said_to_be_away(request):
    """The page that says so, and when to try again."""
    page = render(request, "account/away.html", {"seconds": SECONDS_TO_WAIT}, status=503)
    page["Retry-After"] = SECONDS_TO_WAIT
    return page
