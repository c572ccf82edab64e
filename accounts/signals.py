from django.dispatch import Signal

keys_changed = Signal()
"""Sent after a commit that revoked, rolled or deleted keys or changed their account. ``digests`` lists the keys."""
