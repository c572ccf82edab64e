from django.dispatch import Signal

entities_changed = Signal()
"""Sent in the transaction that changes entities. ``pks`` are the primary keys of the changed entities; None means that
all entities may have changed."""
