from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Model

from graph.journal.revisions import Difference, current_revision, delete_many, stored_differences, stored_rows
from graph.models import VERSIONED_MODELS
from graph.models.fields import versioned_fields

COMPOSED = {"description": "description_is_composed", "overview": "overview_is_composed"}
"""Maps each column with a text that the service or an editor can write to a boolean column. The boolean column is True
while the service writes the text."""


def differences_by_revision(revisions: Iterable[UUID]) -> dict[UUID, list[Difference]]:
    found = {revision: [] for revision in revisions}
    for revision, difference in stored_differences(found):
        found[revision].append(difference)
    for rows in found.values():
        rows.sort(key=lambda row: VERSIONED_MODELS.index(row.model))
    return found


def differences(revisions: Iterable[UUID]) -> list[Difference]:
    return [difference for found in differences_by_revision(revisions).values() for difference in found]


def edited_since(found: list[Difference]) -> list[Difference]:
    """Return the rows in ``found`` that have been changed again after an edit. ``found`` has all rows that the edit
    changed. New values of ``updated_at``, and new texts that the service composes, do not count."""
    now = current_rows(found)
    return [row for row in found if _edited_columns(row.after or {}) != _edited_columns(now[row.model].get(row.pk, {}))]


def composed_since(found: list[Difference]) -> set[int]:
    found = [row for row in found if row.after and COMPOSED.keys() & row.after.keys()]
    now = current_rows(found)
    return {row.entity_id for row in found if _texts(row.after) != _texts(now[row.model].get(row.pk, row.after))}


def _texts(row):
    return {column: row[column] for column in COMPOSED.keys() & row.keys()}


def _edited_columns(row):
    left_out = {"updated_at"} | {column for column, flag in COMPOSED.items() if row.get(flag)}
    return {name: value for name, value in row.items() if name not in left_out}


def restore_rows(found: list[Difference], moment: datetime) -> None:
    """Undo edits: restore each row in ``found`` as it was before the edit, and delete rows that the edit created. A
    description or overview that has changed again since the edit is not restored. ``moment`` becomes the ``updated_at``
    of the restored rows. Call this in a block ``with journalled(…)``, without the argument ``via``: editors can then
    undo the restoring too."""
    now = current_rows(found)
    for model in reversed(VERSIONED_MODELS):
        delete_many(model, [row.pk for row in found if row.model is model and row.before is None])
    for model in VERSIONED_MODELS:
        rows = [row for row in found if row.model is model and row.before is not None]
        _write(model, [_restored(row, now[model].get(row.pk), moment) for row in rows])


def current_rows(found: list[Difference]) -> dict[type[Model], dict[int, dict]]:
    """Return the values that the edited rows ``found`` have now, as ``{model: {primary key: {column: value}}}``.
    Deleted rows are left out."""
    models = {row.model for row in found}
    return {model: stored_rows(model, {row.pk for row in found if row.model is model}) for model in models}


def _restored(row, now, moment):
    columns = dict(row.before)
    for column in COMPOSED.keys() & columns.keys():
        if now and row.after and now[column] != row.after[column]:
            columns[column] = now[column]
    if "updated_at" in columns:
        columns["updated_at"] = moment
    return row.model(**columns)


def _write(model, rows):
    if not rows:
        return
    pks, key = [row.pk for row in rows], model._meta.pk
    revision = current_revision()
    revision.record_before(model._base_manager.filter(pk__in=pks))
    for pk in pks:
        revision.record_created(model, pk)
    columns = [column.name for column in versioned_fields(model) if column is not key]
    model._base_manager.bulk_create(
        rows, batch_size=500, update_conflicts=True, unique_fields=[key.name], update_fields=columns
    )
