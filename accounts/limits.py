"""Apply the rate limit, which is one number of requests per minute for all counted endpoints. Set its headers."""

import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import caches
from django_ratelimit.core import get_usage

from accounts.callers import Caller
from accounts.client_address import client_address
from accounts.tiers import PERIOD, Tier

PAGES_PER_MINUTE = 600
"""Number of HTML pages per minute for one IP address. Nobody reads so many, and they do not make a server busy."""
LICENCE = '</attribution>; rel="license"'


@dataclass(frozen=True, slots=True)
class Usage:
    """How many requests a caller has sent in the current time window of the rate limit.

    ``end`` is the last second of the time window, in seconds since 1970. ``is_degraded`` is True if this process
    counted the requests alone, because Redis is unavailable.
    """

    tier: Tier
    count: int
    end: int
    is_degraded: bool

    @property
    def remaining(self) -> int:
        return max(0, self.tier.allowance - self.count)

    @property
    def is_exceeded(self) -> bool:
        return self.count > self.tier.allowance

    @property
    def policy(self) -> str:
        return f"{self.tier.name}-degraded" if self.is_degraded else self.tier.name

    @property
    def seconds_left(self) -> int:
        """Return the seconds until the next time window begins. The result is at least 1."""
        return max(1, self.end + 1 - int(time.time()))


def count(caller: Caller) -> Usage:
    """Count one request of the caller. Return how much of the rate limit the caller has used."""
    return _usage(caller, _counted(caller, increment=True))


def peek(caller: Caller) -> Usage:
    """Return how much of the rate limit the caller has used. Nothing is counted."""
    return _usage(caller, _counted(caller, increment=False))


def guard(meta: dict, caller: Caller, per_minute: int) -> tuple[Usage, int]:
    """Count one request to a path without a rate limit. Such paths have only a limit for each IP address.

    Return (usage, seconds to wait). The usage says how much of the rate limit the caller has used on other paths. The
    seconds are 0 unless the IP address has sent more than ``per_minute`` requests.
    """
    # Both counters are in Redis, and this needs one round trip instead of two.
    with caches[settings.RATELIMIT_USE_CACHE].together() as read:
        counted = _counted(caller, increment=False)
        wait = seconds_to_wait(meta, "uncounted", per_minute)
    return _usage(caller, counted | {"count": read.count}), wait


def seconds_to_wait(meta: dict, group: str, per_minute: int) -> int:
    """Count one request of the client's IP address in the named ``group``.

    Return the seconds to wait if the address has sent more than ``per_minute`` requests, otherwise 0.
    """
    usage = count_address(meta, group, per_minute)
    return usage["time_left"] + 1 if usage["should_limit"] else 0


def count_address(meta: dict, group: str, per_minute: int) -> dict:
    """Count one request of the client's IP address in the named ``group`` of requests.

    Return the dictionary of django-ratelimit's function ``get_usage``.
    """
    return _get_usage(group, client_address(meta, settings.TRUSTED_PROXIES), per_minute, increment=True)


def headers(usage: Usage) -> dict[str, str]:
    """Return the HTTP headers that report the rate limit (API contract, section 7).

    ``RateLimit`` and ``RateLimit-Policy`` follow draft-ietf-httpapi-ratelimit-headers-10.
    """
    tier, left, remaining = usage.tier, usage.seconds_left, usage.remaining
    values = {
        "X-API-Tier": tier.name,
        "X-RateLimit-Limit": str(tier.allowance),
        "X-RateLimit-Remaining": str(remaining),
        "X-RateLimit-Reset": str(left),
        "RateLimit-Policy": f'"{usage.policy}";q={tier.allowance};w={PERIOD}',
        "RateLimit": f'"{usage.policy}";r={remaining};t={left}',
    }
    return values | {"Link": LICENCE} if tier.must_attribute else values


def _counted(caller, *, increment):
    return _get_usage("counted", caller.counted_as, caller.tier.allowance, increment=increment)


def _get_usage(group, value, allowance, *, increment):
    # django-ratelimit uses the request only for its own keys and methods.
    return get_usage(None, group, key=lambda *_: value, rate=(allowance, PERIOD), increment=increment)


def _usage(caller, counted):
    is_degraded = caches[settings.RATELIMIT_USE_CACHE].counts_per_process
    return Usage(caller.tier, counted["count"], int(time.time()) + counted["time_left"], is_degraded)
