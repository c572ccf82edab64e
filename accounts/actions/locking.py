from django.db import transaction

from accounts.exceptions import AccountActionError
from accounts.models import ApiKey, User
from accounts.signals import keys_changed


def lock_user(pk: int) -> User:
    """Return the user's current row, locked until the transaction ends; raise AccountActionError if it was deleted."""
    user = User.objects.select_for_update().filter(pk=pk).first()
    if user is None:
        raise AccountActionError("The account no longer exists.")
    return user


def send_keys_changed(*, user: User) -> None:
    """Send the signal ``keys_changed`` for all keys of the account after the commit, so that no process caches them."""
    digests = list(ApiKey.objects.filter(user=user).values_list("digest", flat=True))
    transaction.on_commit(lambda: keys_changed.send(sender=ApiKey, digests=digests), robust=True)
