"""Identify callers by API key or, if a request has no key, by IP address. A request with an invalid key is always
rejected."""

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
from config.http.problems import DATABASE_ERRORS

CACHE_SECONDS = 0.5
"""Each process caches an API key for this many seconds, and then reads it from the database again. So all processes
reject a revoked key within a second."""
SECONDS_WITHOUT_DATABASE = 60
"""If the database is unavailable, a process accepts an API key that it read from the database at most this many seconds
ago, even if the key has been revoked since then."""
MAX_CACHED = 10_000
BEARER = re.compile(r"bearer +([^ ]+)", re.IGNORECASE | re.ASCII)


NO_KEY = 'The Authorization header is not "Bearer" with one API key.'
MISTYPED = "The API key is mistyped: it does not have the form or the checksum of a key."
UNKNOWN = "No account has this API key."
REVOKED = "The API key has been revoked."
EXPIRED = "The API key has expired."


class InvalidKey(Exception):
    """Raised if a request has an ``Authorization`` header that is not "Bearer" with one valid API key. The text of the
    exception says what is wrong."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The account or IP address that sends a request. ``key`` and ``account`` are primary keys, or None if the request
    has no API key. ``counted_as`` is the text under which the rate limit counts requests: "account:7", or the IP
    address of a caller without a key."""

    tier: Tier
    counted_as: str
    key: int | None = None
    account: int | None = None


@dataclass(frozen=True, slots=True)
class _CachedKey:
    """An API key as it was in the database at the monotonic time ``read_at``. For an invalid key, ``caller`` is None,
    and ``error`` says why the key is invalid."""

    read_at: float
    caller: Caller | None
    expires_at: datetime | None = None
    error: str = EXPIRED


def identify_caller(meta: Mapping[str, str]) -> Caller:
    """Return the caller of a request; ``meta`` is its WSGI environment. Raise InvalidKey for an invalid API key. Raise
    a database error if the database is unavailable and the key was not read in the last 60 seconds."""
    header = meta.get("HTTP_AUTHORIZATION")
    return anonymous_caller(meta) if header is None else _owner_of_key(header)


def anonymous_caller(meta: Mapping[str, str]) -> Caller:
    return Caller(ANONYMOUS, client_address(meta, settings.TRUSTED_PROXIES))


def clear_cached_keys(digests=None, **kwargs) -> None:
    """Remove the API keys with these digests (hashes) from the cache of this process, or all keys if ``digests`` is
    None. A key that another thread is reading from the database at this moment is not cached either. This function
    receives the signal `keys_changed`, whose other arguments (``kwargs``) it ignores."""
    global _generation
    _generation += 1
    for key_digest in list(_cached) if digests is None else digests:
        _cached.pop(key_digest, None)


def _owner_of_key(header):
    found = BEARER.fullmatch(header.strip(" \t"))
    if not found:
        raise InvalidKey(NO_KEY)
    key = _get_cached(found[1])
    if key.caller is None or (key.expires_at and key.expires_at <= timezone.now()):
        raise InvalidKey(key.error)
    return key.caller


def _get_cached(text):
    key_digest = digest(text)
    cached = _cached.get(key_digest)
    if cached and monotonic() - cached.read_at < CACHE_SECONDS:
        return cached
    if not is_well_formed(text):
        raise InvalidKey(MISTYPED)
    generation = _generation
    try:
        read = _from_database(key_digest)
    except DATABASE_ERRORS:
        if cached and monotonic() - cached.read_at < SECONDS_WITHOUT_DATABASE:
            return cached
        raise
    if generation == _generation:
        if len(_cached) >= MAX_CACHED:
            # Cached keys expire after half a second, so it is cheaper to empty the cache than to find the oldest key.
            _cached.clear()
        _cached[key_digest] = read
    return read


def _from_database(key_digest):
    now = monotonic()
    key = ApiKey.objects.select_related("user").filter(digest=key_digest).first()
    if key is None:
        return _CachedKey(now, None, error=UNKNOWN)
    if not key.is_live():
        is_revoked = key.revoked_at or not key.user.is_active
        return _CachedKey(now, None, error=REVOKED if is_revoked else EXPIRED)
    return _CachedKey(now, Caller(TIERS[key.user.tier], f"account:{key.user_id}", key.pk, key.user_id), key.expires_at)


_cached: dict[str, _CachedKey] = {}
_generation = 0
keys_changed.connect(clear_cached_keys, dispatch_uid="clear cached keys")
