"""What other rooms are told of accounts, after the commit."""

from django.dispatch import Signal

keys_changed = Signal()
"""Keys were revoked, rolled or deleted, or the tier of their account has changed. ``digests``: of which keys."""
