from uuid import uuid4

from allauth.socialaccount.models import SocialAccount
from django.db import IntegrityError, transaction

from accounts.actions.locking import send_keys_changed
from accounts.exceptions import AccountActionError, SignInError
from accounts.models import User


def find_or_create_account(*, provider: str, uid: str, address: str) -> tuple[User, SocialAccount]:
    """Return the account of a person who signs in, and the row that connects it to the identity provider.

    ``uid`` is the person's user id at the provider. Only this id identifies a person, never the e-mail address, which
    the provider has verified. If no account has the id, connect an unused account with the address, or create an
    account. Raise SignInError, and write nothing, for a staff account, an inactive account or an address of another
    person's account. Two sign-ins at the same moment can raise it too.
    """
    try:
        with transaction.atomic():
            return (
                _find_by_identity(provider, uid)
                or _connect_by_address(provider, uid, address)
                or _create_account(provider, uid, address)
            )
    except IntegrityError as error:
        raise SignInError("race") from error


@transaction.atomic
def delete_account(*, user: User, by: User | None = None) -> None:
    """Delete an account with its keys, their recorded use and its pro requests; do nothing if it is deleted already.

    ``by`` is the manager who deletes another person's account, or None if the owner does it. Raise AccountActionError
    for an account of staff or of a superuser, unless ``by`` is a superuser.
    """
    owner = User.objects.select_for_update().filter(pk=user.pk).first()
    if owner is None:
        return
    if (owner.is_staff or owner.is_superuser) and not (by and by.is_superuser):
        raise AccountActionError("Only a superuser can delete a staff account, in the admin.")
    # Lock the keys, because use.flush locks them too: it must not write rows for a key that is being deleted.
    list(owner.keys.select_for_update().order_by("pk"))
    send_keys_changed(user=user)
    user.delete()


def _find_by_identity(provider, uid):
    identity = SocialAccount.objects.select_related("user").filter(provider=provider, uid=uid).first()
    if identity is None:
        return None
    _require_active_researcher(identity.user)
    return identity.user, identity


def _connect_by_address(provider, uid, address):
    user = User.objects.select_for_update().filter(email__iexact=address).first()
    if user is None:
        return None
    _require_active_researcher(user)
    via = tuple(user.socialaccount_set.order_by("provider").values_list("provider", flat=True))
    if via or _has_password(user):
        raise SignInError("other-provider", via)
    return user, SocialAccount.objects.create(user=user, provider=provider, uid=uid)


def _create_account(provider, uid, address):
    # Nobody sees the username. The name at the provider may belong to another person here.
    user = User.objects.create_user(username=uuid4().hex, email=address)
    return user, SocialAccount.objects.create(user=user, provider=provider, uid=uid)


def _require_active_researcher(user):
    if user.is_staff or user.is_superuser:
        raise SignInError("staff")
    if not user.is_active:
        raise SignInError("inactive")


def _has_password(user):
    """Return whether the user can log in with a password; False for an empty password, which Django calls usable."""
    return bool(user.password) and user.has_usable_password()
