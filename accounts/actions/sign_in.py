from uuid import uuid4

from allauth.socialaccount.models import SocialAccount
from django.db import IntegrityError, transaction

from accounts.exceptions import SignInError
from accounts.models import User


def find_or_create_account(*, provider: str, uid: str, address: str) -> tuple[User, SocialAccount]:
    """The account of the person whom the provider knows by this id, made or connected where there is none yet.

    The provider vouches for the address, which is in normal form. Who somebody is, is the provider's id and never the
    address. Raises SignInError, and then nothing has been written.
    """
    try:
        with transaction.atomic():
            return _known(provider, uid) or _connected(provider, uid, address) or _made(provider, uid, address)
    except IntegrityError as error:
        raise SignInError("race") from error


def _known(provider, uid):
    kept = SocialAccount.objects.select_related("user").filter(provider=provider, uid=uid).first()
    if kept is None:
        return None
    _require_researcher(kept.user)
    return kept.user, kept


def _connected(provider, uid, address):
    """An account that an operator made for the address, which nobody has signed in to yet."""
    user = User.objects.select_for_update().filter(email__iexact=address).first()
    if user is None:
        return None
    _require_researcher(user)
    via = tuple(user.socialaccount_set.order_by("provider").values_list("provider", flat=True))
    if via or _has_password(user):
        raise SignInError("other-way", via)
    return user, SocialAccount.objects.create(user=user, provider=provider, uid=uid)


def _made(provider, uid, address):
    # The name is never seen. What the provider calls somebody may be what another is called here.
    user = User.objects.create_user(username=uuid4().hex, email=address)
    return user, SocialAccount.objects.create(user=user, provider=provider, uid=uid)


def _require_researcher(user):
    if user.is_staff or user.is_superuser:
        raise SignInError("staff")
    if not user.is_active:
        raise SignInError("inactive")


def _has_password(user):
    """An empty one opens nothing, though Django calls it usable."""
    return bool(user.password) and user.has_usable_password()
