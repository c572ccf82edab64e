"""Keys of counters as django-ratelimit and the cache make them."""

import time

from accounts.counters import WindowName
from accounts.tiers import PERIOD


def key(caller="192.0.2.7", *, allowance=120, ends_in=30) -> str:
    """That of a window which ends so many seconds from now."""
    text = f"counted{allowance}/{PERIOD}s{caller}{int(time.time()) + ends_in}"
    return f"prefix:1:rl:{WindowName(text.encode()).hexdigest()}"
