"""A revision is one change of an editor: every row that it writes, before and after.

Rows that are saved or deleted one by one are recorded by signals. Code that writes in bulk calls
`Revision.record_before` first. Imports have no revision, because they can be repeated.
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
"""The columns that name the entity to which a row belongs; a table has at most one of them."""

_current: ContextVar["Revision | None"] = ContextVar("current revision", default=None)


@dataclass(frozen=True)
class Difference:
    """One row before and after, as a dictionary of its columns; None where the row did not or does not exist."""

    model: type[Model]
    pk: int
    before: dict | None
    after: dict | None

    def value(self, column: str):
        """The value of the column after the change; of a deleted row the value before."""
        return (self.after or self.before)[column]

    @property
    def sides(self) -> list[dict]:
        """The row before and the row after, as far as they exist."""
        return [side for side in (self.before, self.after) if side is not None]

    @property
    def entity_id(self) -> int:
        """The key of the entity that the row is or belongs to; of a seat share the key of the share itself."""
        side = self.after or self.before
        return next((side[column] for column in OWNER_COLUMNS if column in side), self.pk)

    @property
    def changed(self) -> dict[str, tuple]:
        """Old and new value of each column that differs."""
        before, after = self.before or {}, self.after or {}
        names = {**before, **after}
        return {name: (before.get(name), after.get(name)) for name in names if before.get(name) != after.get(name)}


class Revision:
    """Records rows before they change. The journal and the row versions refer to it by the same UUID.

    With ``per_entity`` every entity has a UUID of its own, so that the change of one entity can be reverted alone.
    """

    def __init__(self, *, per_entity: bool = False):
        shared = uuid4()
        self._ids: defaultdict[int, UUID] = defaultdict(uuid4 if per_entity else lambda: shared)
        self._before: defaultdict[type[Model], dict[int, dict | None]] = defaultdict(dict)

    def id_of(self, entity_id: int) -> UUID:
        return self._ids[entity_id]

    def record_before(self, rows: QuerySet) -> None:
        """Record the rows as the database has them now, unless they have been recorded before."""
        known, key = self._before[rows.model._meta.concrete_model], rows.model._meta.pk.attname
        for row in _columns(rows):
            known.setdefault(row[key], row)

    def record_before_save(self, instance: Model) -> None:
        """Record the stored row of the instance, unless it has been recorded before."""
        model = instance._meta.concrete_model
        if instance.pk is not None and instance.pk not in self._before[model]:
            self.record_before(model._base_manager.filter(pk=instance.pk))

    def record_created(self, model: type[Model], pk: int) -> None:
        """Record that the row did not exist before."""
        self._before[model._meta.concrete_model].setdefault(pk, None)

    def differences(self) -> list[Difference]:
        """What the database has now, compared with the recorded rows."""
        return [difference for model in list(self._before) for difference in self._of_model(model)]

    def _of_model(self, model):
        before = self._before[model]
        after = stored_rows(model, before)
        for pk, row in before.items():
            if row != after.get(pk):
                yield Difference(model, pk, row, after.get(pk))

    def write(self) -> None:
        """Store a version of every row that differs."""
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
    """Every row version of the revisions, in the order in which they were stored."""
    models = {model._meta.model_name: model for model in VERSIONED_MODELS}
    for version in RowVersion.objects.filter(revision__in=list(revisions)).order_by("pk"):
        model = models[version.model]
        sides = (_from_json(model, version.before), _from_json(model, version.after))
        yield version.revision, Difference(model, version.row, *sides)


def current_revision() -> Revision | None:
    return _current.get()


@contextmanager
def recording(revision: Revision | None) -> Iterator[None]:
    """Record rows that change within the block; with None nothing is recorded."""
    token = _current.set(revision)
    try:
        yield
    finally:
        _current.reset(token)


def connect_signals() -> None:
    """Record rows that are saved or deleted one by one. A signal comes from the class of the instance or its proxy."""
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
    """The rows with these keys as the database has them, by key."""
    name = model._meta.pk.attname
    return {row[name]: row for batch in batches(pks) for row in _columns(model._base_manager.filter(pk__in=batch))}


def _columns(rows):
    return rows.values(*(column.attname for column in rows.model._meta.concrete_fields))


def _to_json(row):
    """Dates, times and decimals as text, without loss; all other values of the graph are JSON values already."""
    if row is None:
        return None
    return {name: str(value) if isinstance(value, date | Decimal) else value for name, value in row.items()}


def _from_json(model, row):
    if row is None:
        return None
    return {column.attname: column.to_python(row[column.attname]) for column in model._meta.concrete_fields}
