"""What one deed of an editor changes: each row as it was before, and as it is when the deed is done.

Rows saved or deleted one by one are remembered by themselves (`graph.models.images`); who writes in bulk says so
beforehand. Imports open no revision: the journal alone tells of them.
"""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4

from django.db.models import Model, QuerySet

from graph.batches import batches

LONGEST_REASON = 300
BELONGS_BY = ("entity_id", "subject_id", "institution_id")
"""The columns that say to which entity a row belongs; a table has one of them."""

_current: ContextVar["Revision | None"] = ContextVar("the revision that is being made", default=None)


@dataclass(frozen=True)
class Difference:
    """One row, column by column, before and after; None where there was or is no such row."""

    model: type[Model]
    pk: int
    before: dict | None
    after: dict | None

    def value(self, column: str):
        """What stands in the column; of a row that is gone what stood there."""
        return (self.after or self.before)[column]

    @property
    def entity_id(self) -> int:
        """The key of the entity that the row belongs to, or is; of seats the key of their composition."""
        side = self.after or self.before
        return next((side[column] for column in BELONGS_BY if column in side), self.pk)

    @property
    def changed(self) -> dict[str, tuple]:
        """Old and new value of each column that differs."""
        before, after = self.before or {}, self.after or {}
        names = {**before, **after}
        return {name: (before.get(name), after.get(name)) for name in names if before.get(name) != after.get(name)}


class Revision:
    """Remembers rows before they change; ``id`` joins the images of the rows to their words in the journal."""

    def __init__(self, *, by=None, note: str = "", at: datetime):
        self.id: UUID = uuid4()
        self.by, self.note, self.at = by, note, at
        self._before: dict[type[Model], dict[int, dict | None]] = {}

    def id_of(self, entity_id: int) -> UUID:
        """The id that images of rows of the entity bear, and the words about it."""
        return self.id

    def remember(self, rows: QuerySet) -> None:
        """Keep the rows as they are now; what was kept once stays so."""
        known = self._before.setdefault(rows.model._meta.concrete_model, {})
        for row in _plain(rows):
            known.setdefault(row[rows.model._meta.pk.attname], row)

    def remember_one(self, instance: Model) -> None:
        """Keep the row of an instance, unless it has been."""
        model = instance._meta.concrete_model
        if instance.pk is not None and instance.pk not in self._before.get(model, {}):
            self.remember(model._base_manager.filter(pk=instance.pk))

    def remember_new(self, model: type[Model], pk: int) -> None:
        """Keep that there was no such row."""
        self._before.setdefault(model._meta.concrete_model, {}).setdefault(pk, None)

    def differences(self) -> list[Difference]:
        """What has changed by now, model by model in the order of first changes."""
        return [found for model in self._before for found in self._of(model)]

    def _of(self, model):
        before = self._before[model]
        after = rows_now(model, before)
        for pk, row in before.items():
            if row != after.get(pk):
                yield Difference(model, pk, row, after.get(pk))

    def write(self) -> None:
        """Store the images of all that differs."""
        for model in self._before:
            table = model.images.model
            images = [table(**image) for found in self._of(model) for image in self._images(found)]
            table.objects.bulk_create(images, batch_size=500)

    def _images(self, found):
        told = {
            "revision": self.id_of(found.entity_id),
            "history_date": self.at,
            "history_type": "+" if found.before is None else "-" if found.after is None else "~",
            "history_change_reason": self.note[:LONGEST_REASON],
            "history_user_id": self.by.pk if self.by else None,
        }
        for row, is_former in ((found.before, True), (found.after, False)):
            if row is not None:
                yield {**row, **told, "is_former": is_former}


class Revisions(Revision):
    """A deed that concerns many entities: each has an id of its own, so that one can be taken back alone."""

    def __init__(self, **told):
        super().__init__(**told)
        self._ids: defaultdict[int, UUID] = defaultdict(uuid4)

    def id_of(self, entity_id):
        return self._ids[entity_id]


def current() -> Revision | None:
    """The revision that is being made in this thread."""
    return _current.get()


@contextmanager
def revising(revision: Revision | None) -> Iterator[None]:
    """Within, changed rows are remembered by the revision; by none where there is none."""
    token = _current.set(revision)
    try:
        yield
    finally:
        _current.reset(token)


def rows_now(model: type[Model], pks) -> dict[int, dict]:
    """The rows with these keys as they are, by key."""
    name = model._meta.pk.attname
    return {row[name]: row for batch in batches(pks) for row in _plain(model._base_manager.filter(pk__in=batch))}


def _plain(rows):
    return rows.values(*(column.attname for column in rows.model._meta.concrete_fields))
