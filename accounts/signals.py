from django.dispatch import Signal

keys_changed = Signal()
"""Sent after the commit: keys were revoked, rolled or deleted, or their account changed. ``digests`` names the keys."""
