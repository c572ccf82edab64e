from django.dispatch import Signal

entities_changed = Signal()
"""Sent in the transaction of a change, also of a bulk change. ``pks`` are primary keys of entities; None means all."""
results_recorded = Signal()
"""Sent in the transaction of a new result version, with ``version``, the ``previous`` one or None, and ``coverage``."""
