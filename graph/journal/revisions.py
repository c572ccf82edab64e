"""Record revisions, with which editors can revert an action. A revision has each row that the action changes, as it was
before and after the action. Rows that are saved one by one are recorded by Django signals. For many rows at once, call
`write_many`, `add_many` and `delete_many`. Imports have no revisions."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from uuid import UUID, uuid4

from django.db.models import Model, QuerySet
from django.db.models.signals import post_save, pre_delete, pre_save

from graph.batches import batches
from graph.models import PROXIES, VERSIONED_MODELS, Entity, RowVersion
from graph.models.fields import computed_fields, versioned_fields

AT_ONCE = 500
OWNER_COLUMNS = ("entity_id", "subject_id", "institution_id")
"""Names of columns with the primary key of the entity to which a row belongs. A table has at most one of them."""

_current: ContextVar["Revision | None"] = ContextVar("current revision", default=None)
current_revision = _current.get


@dataclass(frozen=True)
class Difference:
    """A database row before and after an edit. ``before`` and ``after`` map columns to values. They are None if the row
    did not exist."""

    model: type[Model]
    pk: int
    before: dict | None
    after: dict | None

    def value(self, column: str):
        return (self.after or self.before)[column]

    @property
    def sides(self) -> list[dict]:
        """Return the row before and after the edit, as a list. If the edit created or deleted the row, the list has
        only one item."""
        return [side for side in (self.before, self.after) if side is not None]

    @property
    def entity_id(self) -> int | None:
        """Return the primary key of the entity to which the row belongs. Return None for a row without a column in
        OWNER_COLUMNS, such as a `SeatShare` row."""
        if self.model is Entity:
            return self.pk
        side = self.after or self.before
        return next((side[column] for column in OWNER_COLUMNS if column in side), None)

    @property
    def changed(self) -> dict[str, tuple]:
        before, after = self.before or {}, self.after or {}
        names = {**before, **after}
        return {name: (before.get(name), after.get(name)) for name in names if before.get(name) != after.get(name)}


class Revision:
    """Collects the rows that an action changes, as they were before the action. `write` then stores each row before and
    after the action as a `RowVersion`, so that editors can revert the action. All rows get the ID ``shared``; by
    default, it is new. With ``per_entity``, the rows of each entity get a new ID of their own."""

    def __init__(self, shared: UUID | None = None, *, per_entity: bool = False):
        shared = shared or uuid4()
        self._ids: defaultdict[int, UUID] = defaultdict(uuid4 if per_entity else lambda: shared)
        self._before: defaultdict[type[Model], dict[int, dict | None]] = defaultdict(dict)

    def id_of(self, entity_id: int) -> UUID:
        return self._ids[entity_id]

    def record_before(self, rows: QuerySet) -> None:
        """Record the values that these rows have now, before they change. Rows that this revision has recorded earlier
        are skipped."""
        known, key = self._before[rows.model._meta.concrete_model], rows.model._meta.pk.attname
        for row in _columns(rows):
            known.setdefault(row[key], row)

    def record_before_save(self, instance: Model) -> None:
        model = instance._meta.concrete_model
        if instance.pk is not None and instance.pk not in self._before[model]:
            self.record_before(model._base_manager.filter(pk=instance.pk))

    def record_created(self, model: type[Model], pk: int) -> None:
        self._before[model._meta.concrete_model].setdefault(pk, None)

    def differences(self) -> list[Difference]:
        return [difference for model in list(self._before) for difference in self._of_model(model)]

    def _of_model(self, model):
        before = self._before[model]
        after = stored_rows(model, before)
        for pk, row in before.items():
            if row != after.get(pk):
                yield Difference(model, pk, row, after.get(pk))

    def write(self) -> None:
        versions = [
            RowVersion(
                revision=self.id_of(row.entity_id),
                model=row.model._meta.model_name,
                row=row.pk,
                before=row.before and _to_json(row.before),
                after=row.after and _to_json(row.after),
            )
            for row in self.differences()
        ]
        RowVersion.objects.bulk_create(versions, batch_size=AT_ONCE)


def stored_differences(revisions: Iterable[UUID]) -> Iterator[tuple[UUID, Difference]]:
    models = {model._meta.model_name: model for model in VERSIONED_MODELS}
    for version in RowVersion.objects.filter(revision__in=list(revisions)).order_by("pk"):
        model = models[version.model]
        before, after = (side and _from_json(model, side) for side in (version.before, version.after))
        yield version.revision, Difference(model, version.row, before, after)


@contextmanager
def recording(revision: Revision | None) -> Iterator[None]:
    token = _current.set(revision)
    try:
        yield
    finally:
        _current.reset(token)


def connect_signals() -> None:
    for model in (*VERSIONED_MODELS, *PROXIES.values()):
        pre_save.connect(_record_before, sender=model)
        pre_delete.connect(_record_before, sender=model)
        post_save.connect(_record_created, sender=model)


def _record_before(instance, **kwargs):
    if revision := current_revision():
        revision.record_before_save(instance)


def _record_created(instance, created, **kwargs):
    if created and (revision := current_revision()):
        revision.record_created(type(instance), instance.pk)


def write_many(rows: Collection[Model], columns: Collection[str]) -> None:
    """Save these columns of many rows of one model, and the columns that are computed from them. In an action with a
    `Revision`, the rows are recorded in it."""
    if not rows:
        return
    model = type(next(iter(rows)))
    days = [field for field in computed_fields(model) if not set(columns).isdisjoint(field.sources)]
    for field in days:
        for row in rows:
            field.pre_save(row, add=False)
    _record_many_before(model, [row.pk for row in rows])
    model._base_manager.bulk_update(rows, [*columns, *(field.name for field in days)], batch_size=AT_ONCE)


def add_many(rows: Iterable[Model]) -> None:
    by_model = defaultdict(list)
    for row in rows:
        by_model[type(row)].append(row)
    for model, new in by_model.items():
        for row in model._base_manager.bulk_create(new, batch_size=AT_ONCE):
            _record_created(row, created=True)


def delete_many(model: type[Model], keys: Collection[int]) -> None:
    """Delete the rows with these primary keys. In an action with a `Revision`, the rows are recorded in it. No other
    row may refer to the deleted rows."""
    _record_many_before(model, keys)
    for batch in batches(keys):
        model._base_manager.filter(pk__in=batch).delete()


def _record_many_before(model, keys):
    if revision := current_revision():
        for batch in batches(keys):
            revision.record_before(model._base_manager.filter(pk__in=batch))


def stored_rows(model: type[Model], pks) -> dict[int, dict]:
    """Read rows by their primary keys. Return {primary key: {column: value}}. Keys without a row are missing."""
    name = model._meta.pk.attname
    return {row[name]: row for batch in batches(pks) for row in _columns(model._base_manager.filter(pk__in=batch))}


def _columns(rows):
    return rows.values(*(column.attname for column in versioned_fields(rows.model)))


def _to_json(row):
    return {name: str(value) if isinstance(value, date | Decimal) else value for name, value in row.items()}


def _from_json(model, row):
    # A stored row may be older than a column of its model. The column then gets its default.
    columns = {column.attname: column for column in versioned_fields(model)}
    return {name: field.to_python(row[name]) if name in row else field.get_default() for name, field in columns.items()}
