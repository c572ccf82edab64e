from django.db import transaction

from accounts.actions.exceptions import AccountActionRefused
from accounts.models import ApiKey, User
from accounts.signals import keys_changed


@transaction.atomic
def delete_account(*, user: User) -> None:
    """The account with its keys, its use and its requests is gone; its keys open nothing, everywhere within a second.

    Raises AccountActionRefused for staff: what they have written names them.
    """
    if user.is_staff or user.is_superuser:
        raise AccountActionRefused("An account of the staff is ended in the admin.")
    digests = list(ApiKey.objects.filter(user=user).values_list("digest", flat=True))
    user.delete()
    transaction.on_commit(lambda: keys_changed.send(sender=ApiKey, digests=digests), robust=True)
