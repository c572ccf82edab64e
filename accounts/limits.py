"""How much a caller has left: one allowance a minute over all counted endpoints, and the headers that tell of it."""

import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django_ratelimit.core import get_usage

from accounts.callers import Caller
from accounts.tiers import PERIOD, Tier

GROUP = "counted"
PAGES = "pages"
PAGES_PER_MINUTE = 600
"""Of one address: far more than people read, and less than it takes to keep a server busy."""
LICENCE = '</attribution>; rel="license"'


@dataclass(frozen=True, slots=True)
class Usage:
    """What was counted of a caller in the window that ends with the second ``end`` of the epoch.

    ``is_degraded``: by this process alone, as the shared counters are away.
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
        """Until the next window, at least 1: one that has no whole second left still runs."""
        return max(1, self.end + 1 - int(time.time()))


def count(request: HttpRequest, caller: Caller) -> Usage:
    """Count one more request of the caller."""
    return _usage(request, caller, increment=True)


def peek(request: HttpRequest, caller: Caller) -> Usage:
    """What is left, untouched."""
    return _usage(request, caller, increment=False)


def throttle_page(request: HttpRequest, caller: Caller) -> int:
    """Count one more page of the caller's address; the seconds to wait for the next, 0 while there is no need to."""
    rate = (PAGES_PER_MINUTE, PERIOD)
    told = get_usage(request, PAGES, key=lambda *_: caller.counted_as, rate=rate, increment=True)
    return told["time_left"] + 1 if told["should_limit"] else 0


def set_headers(response: HttpResponse, usage: Usage) -> None:
    """The headers of contract section 7; the structured ones as in draft-ietf-httpapi-ratelimit-headers-10."""
    tier, left = usage.tier, usage.seconds_left
    response["X-API-Tier"] = tier.name
    response["X-RateLimit-Limit"] = str(tier.allowance)
    response["X-RateLimit-Remaining"] = str(usage.remaining)
    response["X-RateLimit-Reset"] = str(left)
    response["RateLimit-Policy"] = f'"{usage.policy}";q={tier.allowance};w={PERIOD}'
    response["RateLimit"] = f'"{usage.policy}";r={usage.remaining};t={left}'
    if tier.must_attribute:
        links = response.get("Link")
        response["Link"] = f"{links}, {LICENCE}" if links else LICENCE


def _usage(request, caller, *, increment):
    rate = (caller.tier.allowance, PERIOD)
    told = get_usage(request, GROUP, key=lambda *_: caller.counted_as, rate=rate, increment=increment)
    is_degraded = caches[settings.RATELIMIT_USE_CACHE].counts_per_process
    return Usage(caller.tier, told["count"], int(time.time()) + told["time_left"], is_degraded)
