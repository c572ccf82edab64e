"""A revision contains every row that one action of an editor writes, before and after the action.

Signals record rows that are saved or deleted one by one. Code that writes in bulk must call `Revision.record_before`
first. Imports have no revision, because an import can be repeated.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from uuid import UUID, uuid4

from django.db.models import Model, QuerySet
from django.db.models.signals import post_save, pre_delete, pre_save

from graph.batches import batches
from graph.models import PROXIES, VERSIONED_MODELS, RowVersion

OWNER_COLUMNS = ("entity_id", "subject_id", "institution_id")
"""Columns with the key of the entity to which a row belongs. A table has one of these columns or none."""

_current: ContextVar["Revision | None"] = ContextVar("current revision", default=None)


@dataclass(frozen=True)
class Difference:
    """A row before and after a revision, as dictionaries of columns. None means that the row did not exist."""

    model: type[Model]
    pk: int
    before: dict | None
    after: dict | None

    def value(self, column: str):
        """Return the value of the column after the revision; for a deleted row the value before it."""
        return (self.after or self.before)[column]

    @property
    def sides(self) -> list[dict]:
        """Return the dictionaries before and after the revision, without None. So the list has one or two items."""
        return [side for side in (self.before, self.after) if side is not None]

    @property
    def entity_id(self) -> int:
        """Return the primary key of the entity to which the row belongs.

        A row of `Entity` belongs to itself. A row of `SeatShare` has no column with its entity. So for such a row, the
        primary key of the `SeatShare` is returned instead.
        """
        side = self.after or self.before
        return next((side[column] for column in OWNER_COLUMNS if column in side), self.pk)

    @property
    def changed(self) -> dict[str, tuple]:
        """Return (old value, new value) for each column that differs, by column name."""
        before, after = self.before or {}, self.after or {}
        names = {**before, **after}
        return {name: (before.get(name), after.get(name)) for name in names if before.get(name) != after.get(name)}


class Revision:
    """Records rows before one action changes them. Changes and row versions store the UUID of the revision.

    With ``per_entity`` every entity has a UUID of its own, so that an editor can revert one entity alone.
    """

    def __init__(self, *, per_entity: bool = False):
        shared = uuid4()
        self._ids: defaultdict[int, UUID] = defaultdict(uuid4 if per_entity else lambda: shared)
        self._before: defaultdict[type[Model], dict[int, dict | None]] = defaultdict(dict)

    def id_of(self, entity_id: int) -> UUID:
        return self._ids[entity_id]

    def record_before(self, rows: QuerySet) -> None:
        """Record the columns that the rows have in the database now. Skip rows that are recorded already."""
        known, key = self._before[rows.model._meta.concrete_model], rows.model._meta.pk.attname
        for row in _columns(rows):
            known.setdefault(row[key], row)

    def record_before_save(self, instance: Model) -> None:
        """Record the database row of the instance before it is saved or deleted, unless it is recorded already."""
        model = instance._meta.concrete_model
        if instance.pk is not None and instance.pk not in self._before[model]:
            self.record_before(model._base_manager.filter(pk=instance.pk))

    def record_created(self, model: type[Model], pk: int) -> None:
        """Record that a row with this key did not exist before the revision."""
        self._before[model._meta.concrete_model].setdefault(pk, None)

    def differences(self) -> list[Difference]:
        """Compare the recorded rows with the database, and return those that differ now."""
        return [difference for model in list(self._before) for difference in self._of_model(model)]

    def _of_model(self, model):
        before = self._before[model]
        after = stored_rows(model, before)
        for pk, row in before.items():
            if row != after.get(pk):
                yield Difference(model, pk, row, after.get(pk))

    def write(self) -> None:
        """Store a `RowVersion` for each recorded row that differs from the database now."""
        versions = [
            RowVersion(
                revision=self.id_of(row.entity_id),
                model=row.model._meta.model_name,
                row=row.pk,
                before=_to_json(row.before),
                after=_to_json(row.after),
            )
            for row in self.differences()
        ]
        RowVersion.objects.bulk_create(versions, batch_size=500)


def stored_differences(revisions: Iterable[UUID]) -> Iterator[tuple[UUID, Difference]]:
    """Yield the revision and the `Difference` of each stored row version, in the order of storing."""
    models = {model._meta.model_name: model for model in VERSIONED_MODELS}
    for version in RowVersion.objects.filter(revision__in=list(revisions)).order_by("pk"):
        model = models[version.model]
        sides = (_from_json(model, version.before), _from_json(model, version.after))
        yield version.revision, Difference(model, version.row, *sides)


def current_revision() -> Revision | None:
    return _current.get()


@contextmanager
def recording(revision: Revision | None) -> Iterator[None]:
    """Record in the revision the rows that are saved or deleted within the block. With None, record nothing."""
    token = _current.set(revision)
    try:
        yield
    finally:
        _current.reset(token)


def connect_signals() -> None:
    """Connect signals that record rows saved or deleted one by one. Proxy models need signals of their own."""
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


def stored_rows(model: type[Model], pks) -> dict[int, dict]:
    """Return the columns of the rows with these keys from the database, by key; missing rows are left out."""
    name = model._meta.pk.attname
    return {row[name]: row for batch in batches(pks) for row in _columns(model._base_manager.filter(pk__in=batch))}


def _columns(rows):
    return rows.values(*(column.attname for column in rows.model._meta.concrete_fields))


def _to_json(row):
    """Return the row with dates, times and decimals as exact text. All other values of the graph are JSON values."""
    if row is None:
        return None
    return {name: str(value) if isinstance(value, date | Decimal) else value for name, value in row.items()}


def _from_json(model, row):
    if row is None:
        return None
    # A version may be older than a column of its model; the row had the default of the column then.
    columns = {column.attname: column for column in model._meta.concrete_fields}
    return {name: field.to_python(row[name]) if name in row else field.get_default() for name, field in columns.items()}
