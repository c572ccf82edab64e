"""Rows written many at a time: remembered by the open revision first, as those that are saved one by one are."""

from collections.abc import Collection

from django.db.models import Model

from graph.batches import batches
from graph.journal.revisions import current_revision
from graph.models.fields import EdgeDayField

AT_ONCE = 500


def write_many(rows: Collection[Model], columns: Collection[str]) -> None:
    """Write these columns of rows that are there, and the days beside the dates among them."""
    if not rows or not columns:
        return
    model = type(next(iter(rows)))
    days = [field for field in model._meta.concrete_fields if isinstance(field, EdgeDayField) and field.of in columns]
    for field in days:
        for row in rows:
            field.pre_save(row, add=False)
    _remember(model, [row.pk for row in rows])
    model._base_manager.bulk_update(rows, [*columns, *(field.name for field in days)], batch_size=AT_ONCE)


def add_many(rows: Collection[Model]) -> None:
    """Write new rows; each has its key afterwards."""
    if not rows:
        return
    model = type(next(iter(rows)))
    for row in model._base_manager.bulk_create(rows, batch_size=AT_ONCE):
        if revision := current_revision():
            revision.record_created(model, row.pk)


def delete_many(rows: Collection[Model]) -> None:
    """Delete rows that nothing depends on."""
    if rows:
        model, keys = type(next(iter(rows))), [row.pk for row in rows]
        _remember(model, keys)
        for batch in batches(keys):
            model._base_manager.filter(pk__in=batch).delete()


def _remember(model, keys):
    if revision := current_revision():
        for batch in batches(keys):
            revision.record_before(model._base_manager.filter(pk__in=batch))
