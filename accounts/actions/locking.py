from accounts.exceptions import AccountActionError
from accounts.models import User


def locked(account: int) -> User:
    """The account as it stands; who changes it next waits until this transaction ends.

    Raises AccountActionError for one that was deleted in the meantime.
    """
    owner = User.objects.select_for_update().filter(pk=account).first()
    if owner is None:
        raise AccountActionError("The account is no more.")
    return owner
