from uuid import uuid4

from allauth.socialaccount.models import SocialAccount
from django.db import IntegrityError, transaction

from accounts.exceptions import AccountActionError, SignInError
from accounts.models import User
from accounts.signals import send_keys_changed


def lock_user(pk: int) -> User:
    """Return the user with this primary key, and lock the database row until the transaction ends. Call this in a
    transaction. Raise AccountActionError if the account was deleted."""
    user = User.objects.select_for_update().filter(pk=pk).first()
    if user is None:
        raise AccountActionError("The account no longer exists.")
    return user


def find_or_create_account(*, provider: str, uid: str, address: str) -> SocialAccount:
    """Return the row that connects a person at an identity provider to an account of this service. ``uid`` is the
    person's id at the provider. If there is no such row, create it for the account with the e-mail ``address``, which
    the provider has verified. If no account has this address, also create the account.

    Raise SignInError, and write nothing, in these cases:

    - The account is inactive, or a staff account.
    - There is no row for this person, and the account with the address already has another way to sign in: a password,
      or a row for another person or another provider.
    - Another request creates the same row or account at the same time."""
    try:
        with transaction.atomic():
            identity = SocialAccount.objects.select_related("user").filter(provider=provider, uid=uid).first()
            if identity is None:
                # The username is random: the person's name at the provider may be the username of somebody else here.
                user = _unused_account(address) or User.objects.create_user(username=uuid4().hex, email=address)
                return SocialAccount.objects.create(user=user, provider=provider, uid=uid)
            _require_active_researcher(identity.user)
            return identity
    except IntegrityError as error:
        raise SignInError("race") from error


@transaction.atomic
def delete_account(*, user: User, by: User | None = None) -> None:
    """Delete an account with all rows that belong to it, such as API keys and requests for the pro tier. Do nothing if
    the account is deleted already. ``by`` is a manager, or None if the owner deletes the account. Raise
    AccountActionError for an account of staff or of a superuser, unless ``by`` is a superuser."""
    owner = User.objects.select_for_update().filter(pk=user.pk).first()
    if owner is None:
        return
    if (owner.is_staff or owner.is_superuser) and not (by and by.is_superuser):
        raise AccountActionError("Only a superuser can delete a staff account, in the admin.")
    # Lock the keys, because use.flush locks them too: it must not write rows for a key that is being deleted.
    send_keys_changed(owner.keys.select_for_update().order_by("pk").values_list("digest", flat=True))
    user.delete()


def _unused_account(address):
    user = User.objects.select_for_update().filter(email__iexact=address).first()
    if user is None:
        return None
    _require_active_researcher(user)
    via = tuple(user.socialaccount_set.order_by("provider").values_list("provider", flat=True))
    # The method has_usable_password() also returns True for an empty password.
    if via or (user.password and user.has_usable_password()):
        raise SignInError("other-provider", via)
    return user


def _require_active_researcher(user):
    if user.is_staff or user.is_superuser:
        raise SignInError("staff")
    if not user.is_active:
        raise SignInError("inactive")
