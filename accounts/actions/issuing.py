from datetime import datetime
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from accounts.actions.keys import create_key
from accounts.actions.pro import grant_pro
from accounts.exceptions import AccountActionError
from accounts.models import ApiKey, User


@transaction.atomic
def issue_key(*, email: str, tier: str, name: str, expires_at: datetime | None = None) -> tuple[ApiKey, str]:
    """A key for whoever has the address, on an operator's word; makes the account where there is none.

    Raises AccountActionError for what is no address, for staff, and where the account is pro and a researcher's key
    was asked for: all keys of an account have its tier.
    """
    owner = _account(email)
    if owner.is_staff or owner.is_superuser:
        raise AccountActionError("The account is of the staff: a key belongs to a researcher's account.")
    if owner.tier == User.Tier.PRO and tier != User.Tier.PRO:
        raise AccountActionError("The account is pro, and so are all its keys.")
    if owner.tier != tier:
        grant_pro(user=owner, by=None)
    return create_key(user=owner, name=name, expires_at=expires_at)


def _account(email):
    try:
        validate_email(email)
    except ValidationError:
        raise AccountActionError("That is no e-mail address.") from None
    found = User.objects.filter(email__iexact=email).first()
    # Without a password: who has the address enters by an identity provider that vouches for it.
    return found or User.objects.create_user(username=uuid4().hex, email=email)
