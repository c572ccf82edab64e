"""Signals of the graph for the apps above it."""

from django.dispatch import Signal

entities_changed = Signal()
"""Sent in the transaction of a bulk change. ``pks`` are the keys of the entities, or None for all of them.

Django's own signals report entities that are saved one by one.
"""
