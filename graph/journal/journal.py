"""The journal: what happened to which entity, written in the transaction of the change, and put in order after it.

A change has no place in the order while its transaction runs: of two, the one that began first may end last, and who
had read up to the second would never see the first. Places are given to what is committed, by one at a time; so
whoever sees a place sees all before it, and it stays so for ever.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import connection, transaction
from django.db.models import F, Max, QuerySet, Subquery
from django.utils import timezone

from graph.batches import BATCH, batches
from graph.journal.guard import NotJournalled, writing
from graph.journal.revisions import Revision, Revisions, revising
from graph.models import Change, Entity, JournalState, Source
from graph.relations import RELATIONSHIP_TYPES
from graph.signals import entities_changed

ONLY = 1


class Journal:
    """What is to be said of one transaction: by whom, through which import, with what note, and of what moment."""

    def __init__(
        self, *, by=None, via: str = "", note: str = "", at: datetime | None = None, separate_revisions: bool = False
    ):
        self.said = {"by": by, "via": via, "note": note, "at": at or timezone.now()}
        self._changes: list[Change] = []
        # An import can be done again; what an editor does must be shown, and can be taken back.
        kept_as = Revisions if separate_revisions else Revision
        self.revision = None if via else kept_as(by=by, note=note, at=self.at)
        self.changed_nothing = False

    @property
    def at(self) -> datetime:
        return self.said["at"]

    @property
    def entities(self) -> set[int]:
        """The keys of the entities that something was said of."""
        return {change.entity_id for change in self._changes}

    def record(self, entity_id: int, action: str, fields: dict | None = None) -> None:
        """Say what happened to an entity that is still there when the transaction ends."""
        self._changes.append(Change(entity_id=entity_id, action=action, fields=fields or {}, **self.said))

    def record_end(self, entity: Entity, action: str, fields: dict | None = None) -> None:
        """Say that an entity, as it stands now, ceases to be published; told where it was."""
        change = Change(entity_id=entity.pk, action=action, fields=fields or {}, **self.said)
        self._changes.append(_as_called(change, entity))

    def write(self) -> None:
        """Write what was said, date the entities by it, and let those follow who follow the graph."""
        entities = {row.pk: row for pks in batches(self.entities) for row in Entity.objects.filter(pk__in=pks)}
        hidden = self._hidden()
        for change in self._changes:
            if not change.slug:
                _as_called(change, entities[change.entity_id])
            change.is_public = change.is_public and hidden.isdisjoint(_others(change))
            change.revision = self.revision and self.revision.id_of(change.entity_id)
        Change.objects.bulk_create(self._changes, batch_size=BATCH)
        # Nobody waits for a row that bears a later date already.
        for pks in batches(pk for pk, row in entities.items() if row.updated_at < self.at):
            Entity.objects.filter(pk__in=pks).update(updated_at=self.at)
        schedule_positions()
        entities_changed.send(sender=Entity, pks=self.entities)

    def keep_images(self) -> None:
        """Store what the rows were and are, of an editor's change."""
        if self.revision:
            self.revision.write()

    def _hidden(self):
        """Slugs of those that statements speak of and the outside must not hear of."""
        others = {slug for change in self._changes for slug in _others(change)}
        unpublished = Entity.objects.exclude(status=Entity.Status.PUBLISHED)
        rows = (unpublished.filter(slug__in=slugs).values_list("slug", flat=True) for slugs in batches(others))
        return {slug for batch in rows for slug in batch}


@contextmanager
def journalled(
    *, by=None, via: str = "", note: str = "", at: datetime | None = None, separate_revisions: bool = False
) -> Iterator[Journal]:
    """One transaction that may write the graph, and the journal to say what it does.

    With ``separate_revisions`` each entity has a revision of its own. Raises NotJournalled where something was
    written and no change was recorded.
    """
    journal = Journal(by=by, via=via, note=note, at=at, separate_revisions=separate_revisions)
    with transaction.atomic(), writing() as tables:
        with revising(journal.revision):
            yield journal
        # A source is no entity, and says nothing until one cites it.
        if tables - {Source._meta.db_table} and not journal.entities and not journal.changed_nothing:
            raise NotJournalled(f"{', '.join(sorted(tables))} written, and the journal says nothing of it.")
        if journal.entities:
            journal.write()
            journal.keep_images()


def schedule_positions() -> None:
    """Let the changes of this transaction have their places as soon as they can."""
    if connection.features.has_select_for_update:
        # Robust: whoever reads the journal next gives the places that a fault here leaves open.
        transaction.on_commit(assign_positions, robust=True)
    else:
        # Where rows are not locked the whole database is: writers take turns, and ours lasts until the commit.
        assign_positions()


def assign_positions(*, wait: bool = True) -> None:
    """Give every committed change without a place the next one; unless told to wait, not while another does."""
    with transaction.atomic():
        JournalState.objects.get_or_create(pk=ONLY)
        if not JournalState.objects.select_for_update(skip_locked=not wait).filter(pk=ONLY):
            return
        waiting = list(Change.objects.without_position().order_by("pk").values_list("pk", flat=True))
        place = (Change.objects.aggregate(last=Max("position"))["last"] or 0) + 1
        for first, last in _runs(waiting):
            # The journal's own query set refuses updates; a first place is the one that its trigger allows.
            rows = QuerySet(Change).filter(pk__range=(first, last), position__isnull=True)
            place += rows.update(position=F("pk") + (place - first))
        if waiting:
            JournalState.objects.filter(pk=ONLY).update(at=timezone.now())


def assign_missing_positions() -> None:
    """Give the places that a fault, or a writer who is just done, left open; unless another does it just now."""
    if Change.objects.without_position().exists():
        assign_positions(wait=False)


def journal_head() -> tuple[datetime | None, int]:
    """When changes were last given their places, and the last place: whatever the outside is told next raises both.

    None and 0 before the first. The time never goes back, unlike the moments of changes.
    """
    places = Change.objects.filter(position__isnull=False).order_by("-position").values("position")
    rows = JournalState.objects.filter(pk=ONLY).annotate(last=Subquery(places[:1]))
    at, last = rows.values_list("at", "last").first() or (None, None)
    return at, last or 0


def _others(change):
    """The slugs at the other ends of the statements that the change is about."""
    return [slug for name, pair in change.fields.items() if name in RELATIONSHIP_TYPES for slug in pair if slug]


def _as_called(change, entity):
    change.kind, change.country_code = entity.kind, entity.country_code
    change.slug, change.name = entity.slug, entity.name
    change.is_public = entity.status == Entity.Status.PUBLISHED
    return change


def _runs(numbers):
    """First and last of each unbroken run of the ascending numbers: one statement then reaches all of its rows."""
    first = last = None
    for number in numbers:
        if first is None or number != last + 1:
            if first is not None:
                yield first, last
            first = number
        last = number
    if first is not None:
        yield first, last
