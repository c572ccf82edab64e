"""Write rows in bulk, and record them in the current revision, as signals do for single rows."""

from collections.abc import Collection

from django.db.models import Model

from graph.batches import batches
from graph.journal.revisions import current_revision
from graph.models.fields import EdgeDayField

AT_ONCE = 500


def write_many(rows: Collection[Model], columns: Collection[str]) -> None:
    """Update these columns of existing rows. For partial dates also update the columns of their first and last day."""
    if not rows or not columns:
        return
    model = type(next(iter(rows)))
    days = [field for field in model._meta.concrete_fields if isinstance(field, EdgeDayField) and field.of in columns]
    for field in days:
        for row in rows:
            field.pre_save(row, add=False)
    _record_before(model, [row.pk for row in rows])
    model._base_manager.bulk_update(rows, [*columns, *(field.name for field in days)], batch_size=AT_ONCE)


def add_many(rows: Collection[Model]) -> None:
    """Insert new rows and set their primary keys."""
    if not rows:
        return
    model = type(next(iter(rows)))
    for row in model._base_manager.bulk_create(rows, batch_size=AT_ONCE):
        if revision := current_revision():
            revision.record_created(model, row.pk)


def delete_many(rows: Collection[Model]) -> None:
    """Delete rows to which no other row refers."""
    if rows:
        model, keys = type(next(iter(rows))), [row.pk for row in rows]
        _record_before(model, keys)
        for batch in batches(keys):
            model._base_manager.filter(pk__in=batch).delete()


def _record_before(model, keys):
    if revision := current_revision():
        for batch in batches(keys):
            revision.record_before(model._base_manager.filter(pk__in=batch))
