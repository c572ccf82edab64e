from collections.abc import Iterable

from django.db import transaction
from django.dispatch import Signal

keys_changed = Signal()
"""Sent after the commit when API keys are revoked, replaced or deleted, or when their account changes. ``digests`` is a
list of the stored hashes of these keys. Only receivers in this process get the signal."""

tier_changed = Signal()
"""Sent when the tier of ``user`` has changed, for example from researcher to pro. A tier decides how many requests per
minute are allowed. Receivers run in the transaction of the change, which has locked the row of the user."""


def send_keys_changed(digests: Iterable[str]) -> None:
    """After the commit, send the signal `keys_changed` for the API keys with these digests. This process then removes
    them from its cache. Other processes read each key again after half a second."""
    changed = list(digests)
    transaction.on_commit(lambda: keys_changed.send(sender=None, digests=changed), robust=True)
