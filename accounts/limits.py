"""Apply the rate limit: each caller may send only a certain number of requests per minute. The requests to all
endpoints are counted together."""

import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import caches
from django_ratelimit.core import get_usage

from accounts.callers import Caller
from accounts.client_address import client_address
from accounts.tiers import PERIOD, Tier

PAGES_PER_MINUTE = 600
"""The number of HTML pages that one IP address may request per minute. This is more than a person can read, and few
enough for a server to make them easily."""
LICENCE = '</attribution>; rel="license"'


@dataclass(frozen=True, slots=True)
class Usage:
    """How much of the rate limit a caller has used. ``count`` is the number of requests in the current time window of
    one minute, and ``end`` is the last second of this window, in seconds since 1970. If ``is_degraded`` is True, Redis
    is unavailable, so this process estimates the count from its own requests."""

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
        """Return the seconds until the next time window begins, at least 1."""
        return max(1, self.end + 1 - int(time.time()))


def count(caller: Caller) -> Usage:
    """Add 1 to the requests of the caller in this minute. Return how much of the rate limit is used, including this
    request."""
    return _usage(caller, _counted(caller, increment=True))


def throttle_path(meta: dict, caller: Caller, per_minute: int) -> tuple[Usage, int]:
    """Limit a request that does not count towards the rate limit of the API, such as a request for a feed. One IP
    address may send at most ``per_minute`` such requests per minute. ``meta`` is the WSGI environment of the request.

    Return (usage, seconds to wait). The usage is the caller's use of the rate limit, which does not change. The seconds
    are 0 if the request may be served."""
    # Both counters are in Redis. Reading and counting together needs one round trip instead of two.
    with caches[settings.RATELIMIT_USE_CACHE].together() as read:
        counted = _counted(caller, increment=False)
        wait = seconds_to_wait(meta, "uncounted", per_minute)
    return _usage(caller, counted | {"count": read.count}), wait


def seconds_to_wait(meta: dict, group: str, per_minute: int) -> int:
    """Count a request from the client's IP address to a ``group`` of paths, such as "pages". The group allows
    ``per_minute`` requests per minute from each address. Return 0 if this request may be served, otherwise the seconds
    until the next one is allowed. ``meta`` is the WSGI environment of the request."""
    usage = _get_usage(group, client_address(meta, settings.TRUSTED_PROXIES), per_minute, increment=True)
    return usage["time_left"] + 1 if usage["should_limit"] else 0


def headers(usage: Usage) -> dict[str, str]:
    """Return the rate limit headers of a response, such as ``X-RateLimit-Remaining``. ``usage`` is the caller's use of
    the rate limit. Callers who must name the service as their source also get a header ``Link`` with the licence. The
    headers ``RateLimit`` and ``RateLimit-Policy`` follow draft-ietf-httpapi-ratelimit-headers-10."""
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
    # The request may be None: django-ratelimit reads it only if ``key`` is the name of one of its own keys.
    return get_usage(None, group, key=lambda *_: value, rate=(allowance, PERIOD), increment=increment)


def _usage(caller, counted):
    is_degraded = caches[settings.RATELIMIT_USE_CACHE].counts_per_process
    return Usage(caller.tier, counted["count"], int(time.time()) + counted["time_left"], is_degraded)
