"""Identify the caller of a request: the account of its API key or, without a key, the client's address.

Credentials that are not valid raise InvalidKey; such a request is never served as anonymous.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from time import monotonic

from django.conf import settings
from django.utils import timezone

from accounts.client_address import client_address
from accounts.key_format import digest, is_well_formed
from accounts.models import ApiKey
from accounts.signals import keys_changed
from accounts.tiers import ANONYMOUS, TIERS, Tier

CACHE_SECONDS = 0.5
"""Seconds until a process reads a cached key from the database again. So a revocation takes effect within a second."""
MAX_CACHED = 10_000
BEARER = re.compile(r"bearer +([^ ]+)", re.IGNORECASE | re.ASCII)


class InvalidKey(Exception):
    """Raised if the ``Authorization`` header is not the Bearer scheme with exactly one live key."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request. Callers with the same ``counted_as`` share one allowance.

    ``counted_as`` is the client's address or the account. ``key`` and ``account`` are primary keys, None without a key.
    """

    tier: Tier
    counted_as: str
    key: int | None = None
    account: int | None = None


@dataclass(frozen=True, slots=True)
class _CachedKey:
    """The row of a key's digest, read at the monotonic time ``read_at``. ``caller`` is None without a live key."""

    read_at: float
    caller: Caller | None
    expires_at: datetime | None


def identify_caller(meta: Mapping[str, str]) -> Caller:
    """Return who sent the request with these WSGI variables. Raise InvalidKey if its credentials are not valid."""
    header = meta.get("HTTP_AUTHORIZATION")
    return anonymous_caller(meta) if header is None else _owner_of_key(header)


def anonymous_caller(meta: Mapping[str, str]) -> Caller:
    """Return a caller of the anonymous tier, who is identified by the client's address."""
    return Caller(ANONYMOUS, client_address(meta, settings.TRUSTED_PROXIES))


def clear_cached_keys(digests=None, **kwargs) -> None:
    """Drop the cached keys with these digests (all if None). Keys that are being read at this moment are not cached."""
    global _generation
    _generation += 1
    for key_digest in list(_cached) if digests is None else digests:
        _cached.pop(key_digest, None)


def _owner_of_key(header):
    found = BEARER.fullmatch(header.strip(" \t"))
    if not found or not is_well_formed(found[1]):
        raise InvalidKey
    key = _get_cached(digest(found[1]))
    if key.caller is None or (key.expires_at and key.expires_at <= timezone.now()):
        raise InvalidKey
    return key.caller


def _get_cached(key_digest):
    cached = _cached.get(key_digest)
    if cached and monotonic() - cached.read_at < CACHE_SECONDS:
        return cached
    generation = _generation
    read = _from_database(key_digest)
    if generation == _generation:
        if len(_cached) >= MAX_CACHED:
            # Rows live for half a second only, so emptying the cache is cheaper than a search for the oldest row.
            _cached.clear()
        _cached[key_digest] = read
    return read


def _from_database(key_digest):
    now = monotonic()
    keys = ApiKey.objects.live().filter(digest=key_digest)
    for key, account, tier, expires_at in keys.values_list("pk", "user", "user__tier", "expires_at"):
        return _CachedKey(now, Caller(TIERS[tier], f"account:{account}", key, account), expires_at)
    return _CachedKey(now, None, None)


_cached: dict[str, _CachedKey] = {}
_generation = 0
keys_changed.connect(clear_cached_keys, dispatch_uid="clear cached keys")
