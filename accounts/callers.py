"""Who asks: an address, or the account that a key names. A key that is not good is never taken for no key."""

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

SECONDS_KEPT = 0.5
"""How long a process goes by what it read of a key: so a revocation elsewhere holds within a second."""
MOST_KEPT = 10_000
BEARER = re.compile(r"bearer +([^ ]+)", re.IGNORECASE | re.ASCII)


class InvalidKey(Exception):
    """Credentials were sent, and they are not exactly one live key."""


@dataclass(frozen=True, slots=True)
class Caller:
    """``counted_as`` is what the allowance belongs to; ``key`` and ``account`` are primary keys."""

    tier: Tier
    counted_as: str
    key: int | None = None
    account: int | None = None


@dataclass(frozen=True, slots=True)
class _Read:
    """What the database said of a digest, and when by the monotonic clock; ``caller`` is None for no live key."""

    at: float
    caller: Caller | None
    expires_at: datetime | None


def identify_caller(meta: Mapping[str, str]) -> Caller:
    """The caller who sent a request with these WSGI variables; raises InvalidKey for invalid credentials."""
    sent = meta.get("HTTP_AUTHORIZATION")
    return anonymous_caller(meta) if sent is None else _owner(sent)


def anonymous_caller(meta: Mapping[str, str]) -> Caller:
    """The anonymous caller that the client's address is."""
    return Caller(ANONYMOUS, client_address(meta, settings.TRUSTED_PROXIES))


def clear_cached_keys(digests=None, **kwargs) -> None:
    """Read these keys anew, all of them unless told which. Whatever is being read just now is not kept."""
    global _generation
    _generation += 1
    for kept in list(_kept) if digests is None else digests:
        _kept.pop(kept, None)


def _owner(sent):
    found = BEARER.fullmatch(sent.strip(" \t"))
    if not found or not is_well_formed(found[1]):
        raise InvalidKey
    read = _read_of(digest(found[1]))
    if read.caller is None or (read.expires_at and read.expires_at <= timezone.now()):
        raise InvalidKey
    return read.caller


def _read_of(key_digest):
    kept = _kept.get(key_digest)
    if kept and monotonic() - kept.at < SECONDS_KEPT:
        return kept
    generation = _generation
    read = _from_database(key_digest)
    if generation == _generation:
        _keep(key_digest, read)
    return read


def _from_database(key_digest):
    at = monotonic()
    keys = ApiKey.objects.live().filter(digest=key_digest)
    for key, account, tier, expires_at in keys.values_list("pk", "user", "user__tier", "expires_at"):
        return _Read(at, Caller(TIERS[tier], f"account:{account}", key, account), expires_at)
    return _Read(at, None, None)


def _keep(key_digest, read):
    if len(_kept) >= MOST_KEPT:
        # What is kept lives half a second: to begin anew costs less than to look for the oldest.
        _kept.clear()
    _kept[key_digest] = read


_kept: dict[str, _Read] = {}
_generation = 0
keys_changed.connect(clear_cached_keys, dispatch_uid="callers are read anew")
