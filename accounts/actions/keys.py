from datetime import datetime, timedelta
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone

from accounts.actions.account import lock_user
from accounts.actions.pro import grant_pro
from accounts.emails import send_email
from accounts.exceptions import AccountActionError, AlreadySubmitted
from accounts.key_format import PREFIX_LENGTH, digest, new_key
from accounts.models import MAX_CREATED_PER_DAY, MAX_LIVE_KEYS, MAX_LIVE_KEYS_WITH_OVERLAP, ApiKey, User
from accounts.signals import send_keys_changed

DAY = MAX_OVERLAP = timedelta(hours=24)
NOTICE = timedelta(days=14)
"""The owner of a key gets an e-mail this long before the key expires."""


@transaction.atomic
def create_key(
    *, user: User, name: str, expires_at: datetime | None = None, known_keys: int | None = None
) -> tuple[ApiKey, str]:
    """Create an API key. Return (row, key); the database stores only a hash (digest) of the key. The owner gets an
    e-mail.

    ``known_keys`` is the number of keys that the account had when the user opened the form for a new key, or None to
    skip this check. Raise AlreadySubmitted if this number has changed. Raise AccountActionError if the account is
    deleted or inactive, has too many keys that work, or has created too many keys in 24 hours."""
    owner = _lock_active(user)
    if known_keys is not None and owner.keys.count() != known_keys:
        raise AlreadySubmitted("A key was created for this account in the meantime.")
    if owner.keys.live().filter(successor=None).count() >= MAX_LIVE_KEYS:
        raise AccountActionError(f"An account has up to {MAX_LIVE_KEYS} live keys: revoke one that you do not need.")
    _require_fewer_than_maximum(owner)
    return _create(owner, name, expires_at)


@transaction.atomic
def roll_key(*, key: ApiKey, overlap: timedelta = MAX_OVERLAP) -> tuple[ApiKey, str]:
    """Replace an API key by a new one with the same name and lifetime: if the old key was created for 90 days, the new
    key expires 90 days from now. Return (row, key) of the new key. The owner gets an e-mail. The old key still works
    for the time ``overlap``, at most 24 hours and not after its own expiry. If ``overlap`` is 0, the old key is revoked
    at once.

    Raise AccountActionError in these cases:

    - The old key is revoked, expired or already replaced.
    - The account is deleted, is inactive, or has created too many keys in 24 hours.
    - ``overlap`` is not 0, and the account has too many keys that work."""
    owner = _lock_active(key.user)
    key = owner.keys.live().filter(pk=key.pk, successor=None).first()
    if key is None:
        raise AccountActionError("Only a live key without a successor can be rolled.")
    if overlap > timedelta(0):
        _require_fewer_than_maximum(owner)
    now = timezone.now()
    new, secret = _create(owner, key.name, _renewed_expiry(key, now))
    end = now + min(max(overlap, timedelta(0)), MAX_OVERLAP)
    key.successor, key.expires_at = new, min(end, key.expires_at or end)
    if end == now:
        key.expires_at, key.revoked_at = None, now
    key.save(update_fields=["successor", "expires_at", "revoked_at"])
    send_keys_changed([key.digest])
    return new, secret


@transaction.atomic
def revoke_key(*, key: ApiKey) -> None:
    """Revoke the key. Within a second, all processes reject it. A key that is revoked already is not changed."""
    ApiKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=timezone.now())
    send_keys_changed([key.digest])


@transaction.atomic
def issue_key(*, email: str, tier: str, name: str, expires_at: datetime | None = None) -> tuple[ApiKey, str]:
    """Create an API key for the account with this e-mail address, and create the account if it is missing. Return (row,
    key). The owner gets an e-mail about the key. If ``tier`` is "pro" and the account is not pro yet, also make it pro;
    the owner gets a second e-mail about this.

    Raise AccountActionError in these cases:

    - The address is invalid, or the account is inactive or a staff account.
    - The account has too many keys that work, or has created too many keys in 24 hours.
    - ``tier`` is "researcher", but the account is pro."""
    try:
        validate_email(email)
    except ValidationError:
        raise AccountActionError("This is not a valid e-mail address.") from None
    found = User.objects.filter(email__iexact=email).first()
    # A new account gets no password: its owner signs in through an identity provider that has verified the address.
    owner = found or User.objects.create_user(username=uuid4().hex, email=email)
    if owner.is_staff or owner.is_superuser:
        raise AccountActionError("This is a staff account: keys belong to accounts of researchers.")
    if owner.tier == User.Tier.PRO and tier != User.Tier.PRO:
        raise AccountActionError("The account is pro, and so are all its keys.")
    if owner.tier != tier:
        grant_pro(user=owner, by=None)
    return create_key(user=owner, name=name, expires_at=expires_at)


def remind_of_expiry() -> int:
    """Send one e-mail about each key that works and expires within 14 days. Leave out keys that have a replacement, and
    keys whose owner already got this e-mail. If the mail server fails, the next call tries again. Return the number of
    e-mails that were sent."""
    now = timezone.now()
    due = ApiKey.objects.live().filter(expires_at__lt=now + NOTICE, successor=None, reminded_at=None)
    return sum(_remind(key, now) for key in due.select_related("user").order_by("pk"))


def _create(owner, name, expires_at):
    if owner.keys.filter(created_at__gt=timezone.now() - DAY).count() >= MAX_CREATED_PER_DAY:
        raise AccountActionError(f"An account creates up to {MAX_CREATED_PER_DAY} keys a day: try again tomorrow.")
    secret = new_key()
    key = ApiKey.objects.create(
        user=owner, name=name, digest=digest(secret), prefix=secret[:PREFIX_LENGTH], expires_at=expires_at
    )
    transaction.on_commit(lambda: send_email("key_created", to=owner, key=key), robust=True)
    return key, secret


def _renewed_expiry(key, now):
    if not key.expires_at:
        return None
    try:
        return now + (key.expires_at - key.created_at)
    except OverflowError:
        # The sum is after the year 9999: the old key expires in a distant year, by which operators mean "never".
        return key.expires_at


def _require_fewer_than_maximum(owner):
    # Old keys remain live during the overlap. Without this limit, an owner could get any number of live keys by rolling
    # keys repeatedly.
    if owner.keys.live().count() >= MAX_LIVE_KEYS_WITH_OVERLAP:
        raise AccountActionError("Too many keys are being replaced: revoke one of the old keys first.")


def _lock_active(user):
    # Without the lock, two requests at the same time could together exceed the limit.
    owner = lock_user(user.pk)
    if not owner.is_active:
        raise AccountActionError("The account is not active.")
    return owner


def _remind(key, now):
    # Set ``reminded_at`` first. If two commands run at the same time, only one of them sends the e-mail.
    if not ApiKey.objects.filter(pk=key.pk, reminded_at=None).update(reminded_at=now):
        return False
    if send_email("key_expiring", to=key.user, key=key):
        return True
    ApiKey.objects.filter(pk=key.pk).update(reminded_at=None)
    return False
