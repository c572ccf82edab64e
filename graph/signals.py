"""What the graph tells whoever lies above it, without knowing them."""

from django.dispatch import Signal

entities_changed = Signal()
"""Sent inside the transaction that changes entities, with ``pks``: theirs. What is shown of them may differ now."""
