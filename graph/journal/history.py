"""What the images tell: how rows differed before and after revisions, and how to put rows back."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Model

from graph.journal.revisions import Difference, current, rows_now
from graph.models import (
    DETAILS,
    Citation,
    Composition,
    Entity,
    Identifier,
    OtherName,
    Redirect,
    Relationship,
    SeatShare,
)

VERSIONED_MODELS = (
    Entity,
    *DETAILS.values(),
    OtherName,
    Identifier,
    Citation,
    Relationship,
    Composition,
    SeatShare,
    Redirect,
)
"""What has images, in an order in which rows can be created; in the reverse one they can be deleted."""

COMPOSED = {"description": "description_is_composed", "overview": "overview_is_composed"}
"""Columns that are composed anew whenever facts change, while the other column says so."""


def by_revision(revisions: Iterable[UUID]) -> dict[UUID, list[Difference]]:
    """Every row that each of the revisions changed, as it was before and after; in the order of the revisions."""
    found = {revision: [] for revision in revisions}
    for model in VERSIONED_MODELS:
        for revision, difference in _of_table(model, found):
            found[revision].append(difference)
    return found


def differences(revisions: Iterable[UUID]) -> list[Difference]:
    """The same in one list."""
    return [difference for found in by_revision(revisions).values() for difference in found]


def _of_table(model, revisions):
    rows = defaultdict(lambda: [None, None])
    for image in model.images.model.objects.filter(revision__in=list(revisions)).order_by("history_id"):
        columns = {column.attname: getattr(image, column.attname) for column in model._meta.concrete_fields}
        rows[image.revision, columns[model._meta.pk.attname]][0 if image.is_former else 1] = columns
    for (revision, pk), (before, after) in rows.items():
        yield revision, Difference(model, pk, before, after)


def edited_since(found: Iterable[Difference]) -> list[Difference]:
    """Those whose rows are no longer as they were left; what was only composed anew counts as the same."""
    now = current_rows(found)
    return [row for row in found if _told(row.after) != _told(now[row.model].get(row.pk))]


def composed_since(found: Iterable[Difference]) -> set[int]:
    """The keys of the entities of which a text was composed anew since the rows were left so."""
    found = [row for row in found if row.after and COMPOSED.keys() & row.after.keys()]
    now = current_rows(found)
    return {row.entity_id for row in found if _texts(row.after) != _texts(now[row.model].get(row.pk, row.after))}


def _texts(row):
    return {column: row[column] for column in COMPOSED.keys() & row.keys()}


def _told(row):
    if row is None:
        return None
    left_out = {"updated_at"} | {column for column, flag in COMPOSED.items() if row.get(flag)}
    return {name: value for name, value in row.items() if name not in left_out}


def restore_rows(found: Iterable[Difference], moment: datetime) -> None:
    """Make the rows what they were before. Statements bear the moment: whoever keeps an answer must ask anew.

    A composed text that was composed again since is left to the composer. Within an open revision only.
    """
    found = list(found)
    now = current_rows(found)
    for model in reversed(VERSIONED_MODELS):
        _delete(model, [row.pk for row in found if row.model is model and row.before is None])
    for model in VERSIONED_MODELS:
        rows = [row for row in found if row.model is model and row.before is not None]
        _write(model, [_former(row, now[model].get(row.pk), moment) for row in rows])


def current_rows(found: Iterable[Difference]) -> defaultdict[type[Model], dict[int, dict]]:
    """The rows that differed, as they stand now, by model and key."""
    keys = defaultdict(set)
    for row in found:
        keys[row.model].add(row.pk)
    return defaultdict(dict, {model: rows_now(model, pks) for model, pks in keys.items()})


def _former(row, now, moment):
    columns = dict(row.before)
    for column in COMPOSED.keys() & columns.keys():
        if now and row.after and now[column] != row.after[column]:
            columns[column] = now[column]
    if "updated_at" in columns:
        columns["updated_at"] = moment
    return row.model(**columns)


def _delete(model: type[Model], pks):
    if pks:
        rows = model._base_manager.filter(pk__in=pks)
        current().remember(rows)
        rows.delete()


def _write(model: type[Model], rows):
    if not rows:
        return
    pks, key = [row.pk for row in rows], model._meta.pk.attname
    current().remember(model._base_manager.filter(pk__in=pks))
    for pk in pks:
        current().remember_new(model, pk)
    columns = [column.name for column in model._meta.concrete_fields if column.attname != key]
    model._base_manager.bulk_create(
        rows, batch_size=500, update_conflicts=True, unique_fields=[model._meta.pk.name], update_fields=columns
    )
