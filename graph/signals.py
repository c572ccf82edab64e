"""Signals that the graph sends to apps that depend on it."""

from django.dispatch import Signal

entities_changed = Signal()
"""Sent in the transaction that changed entities. ``pks`` are the keys of the entities, or None for all entities.

Django's own signals report only entities that are saved one by one, and no bulk changes.
"""
