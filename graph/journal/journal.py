"""Write changes to the journal. After the commit, each change gets a number, its position in the journal. A client that
has read up to a position has missed no change: later changes always get higher numbers."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, Max, QuerySet
from django.utils import timezone

from config.http.cache import responses
from graph.batches import BATCH, batches
from graph.journal.guard import NotJournalled, allow_writes
from graph.journal.revisions import Revision, recording
from graph.models import Change, Entity, JournalState, Source
from graph.queries.sql import fetch_all, moment_of, read_queries
from graph.relations import RELATIONSHIP_TYPES
from graph.signals import entities_changed

ONLY = 1
LIST = "changes"
"""The name of the journal in cursors. A cursor of the journal contains this name and a position, for example
["changes", 1234]."""
HEAD = read_queries(__file__).HEAD

_origin: ContextVar[str] = ContextVar("origin of edits that name none", default="")


@contextmanager
def attributed(via: str) -> Iterator[None]:
    """A context manager that names the origin of edits, such as a source. In its ``with`` block, all edits get the
    origin ``via`` in the journal. Editors can revert these edits. There is one exception: if an edit uses a `Journal`
    with an argument ``via``, it has that origin, and editors cannot revert it."""
    token = _origin.set(via)
    try:
        yield
    finally:
        _origin.reset(token)


class Journal:
    """Collects the changes of one transaction, and then writes them to the journal. All of these changes have the same
    author (``by``), origin (``via``, such as the name of an import), note and time (``at``). Without the argument
    ``via``, the changes are a revision: editors can revert them together. ``revision`` is the ID of the revision; by
    default, it is new. With ``separate_revisions``, the changes of each entity are a revision with an ID of its own."""

    def __init__(
        self, *, by=None, via="", note="", at: datetime | None = None, revision: UUID | None = None,
        separate_revisions: bool = False,
    ):  # fmt: skip
        self.at = at or timezone.now()
        self._shared = {"by": by, "via": via or _origin.get(), "note": note, "at": self.at}
        self._changes: list[Change] = []
        self.revision = None if via else Revision(revision, per_entity=separate_revisions)
        self.changed_nothing = False

    @property
    def entities(self) -> set[int]:
        return {change.entity_id for change in self._changes}

    def record(self, entity_id: int, action: str, fields: dict | None = None) -> None:
        self._changes.append(Change(entity_id=entity_id, action=action, fields=fields or {}, **self._shared))

    def record_end(self, entity: Entity, action: str, fields: dict | None = None) -> None:
        """Record that an entity is merged or withdrawn; ``action`` says which of the two. Call this before the entity
        changes. ``fields`` maps the names of changed fields to [old value, new value]."""
        self.record(entity.pk, action, fields)
        _describe_entity(self._changes[-1], entity)

    def write(self) -> None:
        """Write the collected changes to the database. After the commit, they get their positions (numbers in the
        journal). A change is public only if the entity is published. A change of a relationship is public only if both
        of its entities are published. Set ``updated_at`` of the changed entities to the time of the changes, unless
        ``updated_at`` is already later. Send the signal `entities_changed`. If the changes are a revision, also store
        each changed row as it was before and as it is now."""
        entities = {row.pk: row for pks in batches(self.entities) for row in Entity.objects.filter(pk__in=pks)}
        hidden = self._unpublished_neighbours()
        for change in self._changes:
            if not change.slug:
                _describe_entity(change, entities[change.entity_id])
            change.is_public = change.is_public and hidden.isdisjoint(_neighbours(change))
            change.revision = self.revision and self.revision.id_of(change.entity_id)
        Change.objects.bulk_create(self._changes, batch_size=BATCH)
        # Skip entities with a later ``updated_at``, which then need no lock.
        for pks in batches(pk for pk, row in entities.items() if row.updated_at < self.at):
            Entity.objects.filter(pk__in=pks).update(updated_at=self.at)
        schedule_positions()
        entities_changed.send(sender=Entity, pks=self.entities)
        if self.revision:
            self.revision.write()

    def _unpublished_neighbours(self):
        neighbours = {slug for change in self._changes for slug in _neighbours(change)}
        unpublished = Entity.objects.exclude(status=Entity.Status.PUBLISHED)
        rows = (unpublished.filter(slug__in=slugs).values_list("slug", flat=True) for slugs in batches(neighbours))
        return {slug for batch in rows for slug in batch}


@contextmanager
def journalled(**values) -> Iterator[Journal]:
    """A context manager whose ``with`` block runs in a transaction and may write to the graph. The ``as`` value is a
    `Journal`, to which the block adds its changes. At the end of the block, they are written to the database. After the
    commit, outdated cached responses are dropped. ``values`` are the arguments of `Journal`.

    Raise NotJournalled if the block wrote to the graph, but added no change to the journal. There are two exceptions:
    the block wrote only sources, or it has set ``changed_nothing`` of the journal to True."""
    journal = Journal(**values)
    with transaction.atomic(), allow_writes() as tables:
        with recording(journal.revision):
            yield journal
        # A source is not an entity, so a change of it needs no entry in the journal.
        if tables - {Source._meta.db_table} and not journal.entities and not journal.changed_nothing:
            raise NotJournalled(f"No change was recorded for the writes to {', '.join(sorted(tables))}.")
        if journal.entities:
            journal.write()
        if Source._meta.db_table in tables:
            now = timezone.now()
            JournalState.objects.filter(pk=ONLY).update(at=now, sources_edited_at=now)
            transaction.on_commit(responses.expire, robust=True)


def schedule_positions() -> None:
    """Give new changes their positions (numbers in the journal) after the commit; with SQLite, do this at once. After
    the commit, also drop outdated cached responses."""
    if connection.features.has_select_for_update:
        # With robust=True an error is only logged. The next reader of the journal assigns the missing positions.
        transaction.on_commit(assign_positions, robust=True)
    else:
        # SQLite has one writer at a time. This transaction is that writer until its commit.
        assign_positions()
    transaction.on_commit(responses.expire, robust=True)


def assign_positions(*, wait: bool = True) -> None:
    """Give a position (number in the journal) to each change that has none. If another process is doing this now, wait
    for it. With ``wait=False``, do nothing in this case."""
    with transaction.atomic():
        JournalState.objects.get_or_create(pk=ONLY)
        if not JournalState.objects.select_for_update(skip_locked=not wait).filter(pk=ONLY):
            return
        waiting = list(Change.objects.without_position().order_by("pk").values_list("pk", flat=True))
        next_position = (Change.objects.aggregate(last=Max("position"))["last"] or 0) + 1
        for first, last in _consecutive_runs(waiting):
            # ChangeQuerySet rejects updates. The trigger of the table allows the first position of a row.
            rows = QuerySet(Change).filter(pk__range=(first, last), position__isnull=True)
            next_position += rows.update(position=F("pk") + (next_position - first))
        if waiting:
            JournalState.objects.filter(pk=ONLY).update(at=timezone.now())


def journal_head() -> tuple[datetime | None, int]:
    """Return (time, position), which show how far the journal goes. If changes have no number yet, number them first,
    unless another process is doing this.

    - The position is the number of the last change, or 0 if there is none.
    - The time is when changes were last numbered or, if this was later, when a source was last edited. It is None if
      neither has happened.
    """
    at, position, has_waiting = fetch_all(HEAD, {})[0]
    if has_waiting:
        assign_positions(wait=False)
        at, position, _ = fetch_all(HEAD, {})[0]
    return at and moment_of(at), position or 0


def _neighbours(change):
    return [slug for name, pair in change.fields.items() if name in RELATIONSHIP_TYPES for slug in pair if slug]


def _describe_entity(change, entity):
    change.kind, change.country_code = entity.kind, entity.country_code
    change.slug, change.name = entity.slug, entity.name
    change.is_public = entity.status == Entity.Status.PUBLISHED


def _consecutive_runs(numbers):
    """Yield (first, last) for each sequence of numbers without gaps: 1, 2, 3, 7 give (1, 3) and (7, 7)."""
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        keys = [number for _, number in run]
        yield keys[0], keys[-1]
