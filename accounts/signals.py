from collections.abc import Iterable

from django.db import transaction
from django.dispatch import Signal

keys_changed = Signal()
"""Sent after the commit when keys with these ``digests`` are revoked, replaced or deleted, or their account changes."""

tier_changed = Signal()
"""Sent in the transaction in which the tier of ``user`` changes. The row of the user is locked."""


def send_keys_changed(digests: Iterable[str]) -> None:
    """After the commit, make every process remove the API keys with these digests from its cache."""
    changed = list(digests)
    transaction.on_commit(lambda: keys_changed.send(sender=None, digests=changed), robust=True)
