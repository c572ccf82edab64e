"""What the graph tells whoever lies above it, without knowing them."""

from django.dispatch import Signal

entities_changed = Signal()
"""Sent inside the transaction that changes entities in bulk, with ``pks``: theirs, or None for all of them.

A row saved by itself is told by the framework's own signals.
"""
