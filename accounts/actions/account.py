from django.db import transaction

from accounts.exceptions import AccountActionError
from accounts.models import ApiKey, User
from accounts.signals import keys_changed


@transaction.atomic
def delete_account(*, user: User, by: User | None = None) -> None:
    """The account with its keys, its use and its requests is gone; its keys open nothing, everywhere within a second.

    ``by``: who ends another's account. Raises AccountActionError for staff, unless a superuser does it.
    Deleting twice changes nothing.
    """
    owner = User.objects.select_for_update().filter(pk=user.pk).first()
    if owner is None:
        return
    if (owner.is_staff or owner.is_superuser) and not (by and by.is_superuser):
        raise AccountActionError("An account of the staff is ended in the admin.")
    # Locked, so that no use is written of a key that is being deleted; whoever writes now is waited for.
    list(owner.keys.select_for_update().order_by("pk"))
    announce_key_changes(user=user)
    user.delete()


def announce_key_changes(*, user: User) -> None:
    """Other rooms look at all keys of the account anew after this transaction: it was switched off or on, or ends."""
    digests = list(ApiKey.objects.filter(user=user).values_list("digest", flat=True))
    transaction.on_commit(lambda: keys_changed.send(sender=ApiKey, digests=digests), robust=True)
