"""Signals that the graph sends to apps that depend on it."""

from django.dispatch import Signal

entities_changed = Signal()
"""Sent in the transaction that changed entities.

``pks`` are their primary keys, or None if all entities may have changed. Django's own signals report only entities that
are saved one by one, and no bulk changes.
"""
