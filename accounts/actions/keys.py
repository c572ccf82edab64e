from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.actions.locking import locked
from accounts.emails import send_email
from accounts.exceptions import AccountActionError, AlreadySubmitted
from accounts.key_format import digest, key_prefix, new_key
from accounts.models import ApiKey, User
from accounts.models.keys import MAX_CREATED_PER_DAY, MAX_LIVE_KEYS, MAX_LIVE_KEYS_WITH_OVERLAP
from accounts.signals import keys_changed

A_DAY = LONGEST_OVERLAP = timedelta(hours=24)


@transaction.atomic
def create_key(
    *, user: User, name: str, expires_at: datetime | None = None, made_before: int | None = None
) -> tuple[ApiKey, str]:
    """A new key of the account, and the key itself, which nobody can see again.

    ``made_before``: how many keys the account has ever had, as far as whoever asks knows.

    Raises AccountActionError if the account is not active or has reached a limit, and AlreadySubmitted if a key was
    created after the caller counted.
    """
    owner = _active(user)
    if made_before is not None and owner.keys.count() != made_before:
        raise AlreadySubmitted("A key was made for this account in the meantime.")
    if owner.keys.live().without_successor().count() >= MAX_LIVE_KEYS:
        raise AccountActionError(f"An account has up to {MAX_LIVE_KEYS} live keys: revoke one that is not needed.")
    _require_room(owner)
    key, secret = _made(owner, name, expires_at)
    transaction.on_commit(lambda: send_email("key_created", to=owner, key=key), robust=True)
    return key, secret


@transaction.atomic
def roll_key(*, key: ApiKey, overlap: timedelta = LONGEST_OVERLAP) -> tuple[ApiKey, str]:
    """A successor with the same name and the same time to live; the old one lives on for the overlap.

    Raises AccountActionError for a key that is not live, or has a successor already, and where the account has as
    many keys that are being replaced as it may, or made many today.
    """
    owner = _active(key.user)
    key = ApiKey.objects.select_related("user").get(pk=key.pk)
    now = timezone.now()
    if not key.is_live(now) or key.successor_id:
        raise AccountActionError("Only a live key that has no successor can be rolled.")
    if overlap > timedelta(0):
        _require_room(owner)
    new, secret = _made(owner, key.name, _as_long_again(key, now))
    end = now + min(max(overlap, timedelta(0)), LONGEST_OVERLAP)
    key.successor, key.expires_at = new, min(end, key.expires_at or end)
    if end == now:
        key.expires_at, key.revoked_at = None, now
    key.save(update_fields=["successor", "expires_at", "revoked_at"])
    _tell(key)
    transaction.on_commit(lambda: send_email("key_created", to=owner, key=new), robust=True)
    return new, secret


@transaction.atomic
def revoke_key(*, key: ApiKey) -> None:
    """The key opens nothing any more, everywhere within a second. Revoking twice changes nothing."""
    ApiKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=timezone.now())
    _tell(key)


def _made(owner, name, expires_at):
    if owner.keys.filter(created_at__gt=timezone.now() - A_DAY).count() >= MAX_CREATED_PER_DAY:
        raise AccountActionError(f"An account makes up to {MAX_CREATED_PER_DAY} keys a day: try again tomorrow.")
    secret = new_key()
    key = ApiKey.objects.create(
        user=owner, name=name, digest=digest(secret), prefix=key_prefix(secret), expires_at=expires_at
    )
    return key, secret


def _as_long_again(key, now):
    if not key.expires_at:
        return None
    try:
        return now + (key.expires_at - key.created_at)
    except OverflowError:
        # Past the year 9999: operators write that for "never".
        return key.expires_at


def _require_room(owner):
    """Else whoever rolls again and again, or ends the successors, has as many live keys as they like."""
    if owner.keys.live().count() >= MAX_LIVE_KEYS_WITH_OVERLAP:
        raise AccountActionError("Too many keys are being replaced: revoke one of the old ones first.")


def _active(user):
    """The account, locked: who makes a key next waits until this transaction ends."""
    owner = locked(user.pk)
    if not owner.is_active:
        raise AccountActionError("The account is not active.")
    return owner


def _tell(key):
    transaction.on_commit(lambda: keys_changed.send(sender=ApiKey, digests=[key.digest]), robust=True)
