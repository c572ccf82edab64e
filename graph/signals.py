from django.dispatch import Signal

entities_changed = Signal()
"""Sent in the transaction of a change, also of a bulk change. ``pks`` are primary keys of entities; None means all."""
