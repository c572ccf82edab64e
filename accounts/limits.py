"""Apply the rate limit, one allowance per minute over all counted endpoints, and set the headers that report it."""

import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django_ratelimit.core import get_usage

from accounts.callers import Caller
from accounts.client_address import client_address
from accounts.tiers import PERIOD, Tier

PAGES_PER_MINUTE = 600
"""Limit of pages for one address: far more than people read, and too few to make a server busy."""
LICENCE = '</attribution>; rel="license"'


@dataclass(frozen=True, slots=True)
class Usage:
    """How many requests of the allowance a caller has used in the current time window.

    ``end`` is the last second of the window, in seconds since 1970. ``is_degraded`` is True if this process counted by
    itself, because Redis is unavailable.
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
        """Return the seconds until the next window, at least 1, because the window is open in its last second."""
        return max(1, self.end + 1 - int(time.time()))


def count(request: HttpRequest, caller: Caller) -> Usage:
    """Count one request of the caller, and return the caller's usage."""
    return _usage(request, caller, increment=True)


def peek(request: HttpRequest, caller: Caller) -> Usage:
    """Return the caller's usage without counting a request."""
    return _usage(request, caller, increment=False)


def throttle_page(request: HttpRequest) -> int:
    """Count one page for the client's address. Return the seconds to wait, or 0 if the page may be served."""
    usage = count_address(request, "pages", PAGES_PER_MINUTE)
    return usage["time_left"] + 1 if usage["should_limit"] else 0


def count_address(request: HttpRequest, group: str, per_minute: int) -> dict:
    """Count one request of the client's address in a named group; return django-ratelimit's ``get_usage`` dict."""
    address = client_address(request.META, settings.TRUSTED_PROXIES)
    return get_usage(request, group, key=lambda *_: address, rate=(per_minute, PERIOD), increment=True)


def set_headers(response: HttpResponse, usage: Usage) -> None:
    """Set the headers of the API contract, section 7. Two follow draft-ietf-httpapi-ratelimit-headers-10."""
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
    counted = get_usage(request, "counted", key=lambda *_: caller.counted_as, rate=rate, increment=increment)
    is_degraded = caches[settings.RATELIMIT_USE_CACHE].counts_per_process
    return Usage(caller.tier, counted["count"], int(time.time()) + counted["time_left"], is_degraded)
