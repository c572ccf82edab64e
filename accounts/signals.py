from collections.abc import Iterable

from django.db import transaction
from django.dispatch import Signal

keys_changed = Signal()
"""A signal for changes of API keys or of their accounts. ``digests`` are the digests of the keys.

It is sent after the commit when keys are revoked, replaced or deleted, or when the account of a key changes.
"""


def send_keys_changed(digests: Iterable[str]) -> None:
    """Send the signal ``keys_changed`` after the commit. Each process then drops the cached keys with these digests."""
    changed = list(digests)
    transaction.on_commit(lambda: keys_changed.send(sender=None, digests=changed), robust=True)
