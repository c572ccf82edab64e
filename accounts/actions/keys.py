from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.actions.exceptions import AccountActionRefused, AskedTwice
from accounts.key_format import digest, new_key, shown
from accounts.letters import send
from accounts.models import ApiKey, User
from accounts.models.keys import MOST_LIVE_KEYS
from accounts.signals import keys_changed

LONGEST_OVERLAP = timedelta(hours=24)


@transaction.atomic
def create_key(
    *, user: User, name: str, expires_at: datetime | None = None, made_before: int | None = None
) -> tuple[ApiKey, str]:
    """A new key of the account, and the key itself, which nobody can see again.

    ``made_before``: how many keys the account has ever had, as far as whoever asks knows.

    Raises AccountActionRefused where the account has as many as it may, or is not active; AskedTwice where a key was
    made that whoever asks does not know of.
    """
    owner = _locked(user)
    if made_before is not None and owner.keys.count() != made_before:
        raise AskedTwice("A key was made for this account in the meantime.")
    if owner.keys.live().lasting().count() >= MOST_LIVE_KEYS:
        raise AccountActionRefused(f"An account has up to {MOST_LIVE_KEYS} live keys: revoke one that is not needed.")
    key, secret = _made(owner, name, expires_at)
    transaction.on_commit(lambda: send("key_created", to=owner, key=key), robust=True)
    return key, secret


@transaction.atomic
def roll_key(*, key: ApiKey, overlap: timedelta = LONGEST_OVERLAP) -> tuple[ApiKey, str]:
    """A successor with the same name and the same time to live; the old one lives on for the overlap.

    Raises AccountActionRefused for a key that is not live, or has a successor already.
    """
    owner = _locked(key.user)
    key = ApiKey.objects.select_related("user").get(pk=key.pk)
    now = timezone.now()
    if not key.is_live(now) or key.successor_id:
        raise AccountActionRefused("Only a live key that has no successor can be rolled.")
    new, secret = _made(owner, key.name, now + (key.expires_at - key.created_at) if key.expires_at else None)
    end = now + min(max(overlap, timedelta(0)), LONGEST_OVERLAP)
    key.successor, key.expires_at = new, min(end, key.expires_at or end)
    if end == now:
        key.expires_at, key.revoked_at = None, now
    key.save(update_fields=["successor", "expires_at", "revoked_at"])
    _tell(key)
    transaction.on_commit(lambda: send("key_created", to=owner, key=new), robust=True)
    return new, secret


@transaction.atomic
def revoke_key(*, key: ApiKey) -> None:
    """The key opens nothing any more, everywhere within a second. Revoking twice changes nothing."""
    ApiKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=timezone.now())
    _tell(key)


def _made(owner, name, expires_at):
    secret = new_key()
    key = ApiKey.objects.create(
        user=owner, name=name, digest=digest(secret), shown=shown(secret), expires_at=expires_at
    )
    return key, secret


def _locked(user):
    """The account as it stands; who makes a key next waits until this transaction ends."""
    owner = User.objects.select_for_update().get(pk=user.pk)
    if not owner.is_active:
        raise AccountActionRefused("The account is not active.")
    return owner


def _tell(key):
    transaction.on_commit(lambda: keys_changed.send(sender=ApiKey, digests=[key.digest]), robust=True)
