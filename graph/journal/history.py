"""Functions that compare rows before and after revisions, and restore rows. A revision is one action of an editor."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Model

from graph.journal.revisions import Difference, current_revision, stored_differences, stored_rows
from graph.models import VERSIONED_MODELS

COMPOSED = {"description": "description_is_composed", "overview": "overview_is_composed"}
"""Maps each composed text to its flag column. While the flag is true, the service composes the text from facts."""


def differences_by_revision(revisions: Iterable[UUID]) -> dict[UUID, list[Difference]]:
    """Return the rows that each revision changed, in the order of `VERSIONED_MODELS`."""
    found = {revision: [] for revision in revisions}
    for revision, difference in stored_differences(found):
        found[revision].append(difference)
    return {
        revision: sorted(rows, key=lambda row: VERSIONED_MODELS.index(row.model)) for revision, rows in found.items()
    }


def differences(revisions: Iterable[UUID]) -> list[Difference]:
    """Return the rows that the revisions changed as one list, in the given order of the revisions."""
    return [difference for found in differences_by_revision(revisions).values() for difference in found]


def edited_since(found: Iterable[Difference]) -> list[Difference]:
    """Return the differences whose rows changed again later, apart from ``updated_at`` and composed texts."""
    found = list(found)
    now = current_rows(found)
    return [row for row in found if _edited_columns(row.after) != _edited_columns(now[row.model].get(row.pk))]


def composed_since(found: Iterable[Difference]) -> set[int]:
    """Return the keys of the entities whose description or overview changed again after the differences."""
    found = [row for row in found if row.after and COMPOSED.keys() & row.after.keys()]
    now = current_rows(found)
    return {row.entity_id for row in found if _texts(row.after) != _texts(now[row.model].get(row.pk, row.after))}


def _texts(row):
    return {column: row[column] for column in COMPOSED.keys() & row.keys()}


def _edited_columns(row):
    if row is None:
        return None
    left_out = {"updated_at"} | {column for column, flag in COMPOSED.items() if row.get(flag)}
    return {name: value for name, value in row.items() if name not in left_out}


def restore_rows(found: Iterable[Difference], moment: datetime) -> None:
    """Restore each row as it was before its difference. Call this only while a revision is being recorded.

    ``moment`` becomes ``updated_at`` of the rows, so that cached responses expire. A composed text that changed again
    after the difference stays as it is now.
    """
    found = list(found)
    now = current_rows(found)
    for model in reversed(VERSIONED_MODELS):
        _delete(model, [row.pk for row in found if row.model is model and row.before is None])
    for model in VERSIONED_MODELS:
        rows = [row for row in found if row.model is model and row.before is not None]
        _write(model, [_restored(row, now[model].get(row.pk), moment) for row in rows])


def current_rows(found: Iterable[Difference]) -> defaultdict[type[Model], dict[int, dict]]:
    """Return the columns that the rows have in the database now, by model and primary key, without deleted rows."""
    keys = defaultdict(set)
    for row in found:
        keys[row.model].add(row.pk)
    return defaultdict(dict, {model: stored_rows(model, pks) for model, pks in keys.items()})


def _restored(row, now, moment):
    columns = dict(row.before)
    for column in COMPOSED.keys() & columns.keys():
        if now and row.after and now[column] != row.after[column]:
            columns[column] = now[column]
    if "updated_at" in columns:
        columns["updated_at"] = moment
    return row.model(**columns)


def _delete(model, pks):
    if pks:
        rows = model._base_manager.filter(pk__in=pks)
        current_revision().record_before(rows)
        rows.delete()


def _write(model, rows):
    if not rows:
        return
    pks, key = [row.pk for row in rows], model._meta.pk
    current_revision().record_before(model._base_manager.filter(pk__in=pks))
    for pk in pks:
        current_revision().record_created(model, pk)
    columns = [column.name for column in model._meta.concrete_fields if column is not key]
    model._base_manager.bulk_create(
        rows, batch_size=500, update_conflicts=True, unique_fields=[key.name], update_fields=columns
    )
