"""Identify the caller of a request: an anonymous address, or the account of an API key.

Credentials that are not valid raise InvalidKey; they never count as an anonymous request.
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
"""How long a process uses what it read about a key, so that a revocation takes effect everywhere within a second."""
MAX_CACHED = 10_000
BEARER = re.compile(r"bearer +([^ ]+)", re.IGNORECASE | re.ASCII)


class InvalidKey(Exception):
    """The ``Authorization`` header is not exactly one live key."""


@dataclass(frozen=True, slots=True)
class Caller:
    """``counted_as`` names what the allowance belongs to; ``key`` and ``account`` are primary keys."""

    tier: Tier
    counted_as: str
    key: int | None = None
    account: int | None = None


@dataclass(frozen=True, slots=True)
class _CachedKey:
    """The row of a digest, read at a time of the monotonic clock; ``caller`` is None if no live key has the digest."""

    read_at: float
    caller: Caller | None
    expires_at: datetime | None


def identify_caller(meta: Mapping[str, str]) -> Caller:
    """The caller who sent a request with these WSGI variables; raises InvalidKey for invalid credentials."""
    header = meta.get("HTTP_AUTHORIZATION")
    return anonymous_caller(meta) if header is None else _owner_of_key(header)


def anonymous_caller(meta: Mapping[str, str]) -> Caller:
    """The caller identified by the client's address."""
    return Caller(ANONYMOUS, client_address(meta, settings.TRUSTED_PROXIES))


def clear_cached_keys(digests=None, **kwargs) -> None:
    """Read these keys (default: all) from the database again. A read that is under way is not cached."""
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
