"""The index kept true: some entities that changed, or everything anew."""

from collections.abc import Callable, Iterable
from importlib.metadata import version
from time import sleep
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from graph.models import Entity
from search import tokens
from search.backends import backend
from search.extraction import subjects
from search.index_document import Document, document
from search.index_writer import Words, drop, replace, write_everything
from search.models import IndexState, StaleEntity

__all__ = ["drop", "folding", "is_outdated", "mark_stale", "rebuild", "refresh", "state"]

BATCH = 1000
EVERYTHING = 0
"""No entity has this key: a mark that says that all changed."""
MOST_REFRESHED = 5000
"""More entities than these are indexed sooner by building everything anew."""
LOOKS, SECONDS_BETWEEN_LOOKS = 20, 0.05
Progress = Callable[[int], object]
"""Is told the number of entities done since it was told last."""


def folding() -> str:
    """What words are folded with: an index made with something else does not fit."""
    return f"{tokens.VERSION} anyascii {version('anyascii')}"


def is_outdated() -> bool:
    """Whether the index was never built, or is made with other rules than today's."""
    current = state()
    return current is None or current.folding != folding()


def state() -> IndexState | None:
    """What the index is made with; None when it was never built."""
    return IndexState.objects.first()


def mark_stale(pks: Iterable[int] | None) -> None:
    """Note that the entities changed, all of them for None, in the transaction that changes them."""
    pks = None if pks is None else set(pks)
    if pks is None or len(pks) > MOST_REFRESHED:
        pks = {EVERYTHING}
    StaleEntity.objects.bulk_create([StaleEntity(entity_id=pk) for pk in pks], batch_size=BATCH)


def refresh(progress: Progress = lambda count: None) -> int:
    """Let the index follow the entities that are marked; return how many it looked at.

    While another process writes to the index they stay marked, and 0 is returned.
    """
    waiting = StaleEntity.objects.filter(is_followed=False)
    changed = set(waiting.values_list("entity_id", flat=True).distinct()[: MOST_REFRESHED + 1])
    if not changed:
        return 0
    if EVERYTHING in changed or len(changed) > MOST_REFRESHED or _is_of_other_rules():
        return rebuild(progress)
    return _follow(waiting, progress)


def _is_of_other_rules():
    current = state()
    return current is not None and current.folding not in ("", folding())


def _follow(waiting, progress):
    with transaction.atomic():
        current = _state_locked_soon()
        if current is None:
            return 0
        # Read below the lock: who waits for it sees what the one before has written.
        marks = dict(waiting.values_list("pk", "entity_id"))
        changed = sorted(set(marks.values()) - {EVERYTHING})
        for place in range(0, len(changed), BATCH):
            batch = changed[place : place + BATCH]
            replace(batch, [document(subject) for subject in subjects(batch, timezone.localdate())])
        _set_aside(marks, current)
        _tell_of_change(current)
    progress(len(changed))
    return len(changed)


def rebuild(progress: Progress = lambda count: None) -> int:
    """Build the index from nothing while searches go on; return the number of entities.

    The graph is read before the index is locked. What is marked meanwhile stays so, and is followed afterwards. When
    another process begins to build before this one writes, it reads what is newer, and this one leaves it to that.
    """
    builder = uuid4().hex
    with transaction.atomic():
        current = _locked_state()
        current.builder = builder
        current.save(update_fields=["builder"])
        marks = list(StaleEntity.objects.values_list("pk", flat=True))
    backend().survey()
    documents = _documents(progress)
    with transaction.atomic():
        current = _locked_state()
        if current.builder == builder:
            _finish(documents, marks, current)
    backend().tidy()
    return len(documents)


def _documents(progress) -> list[Document]:
    documents = []
    for subject in subjects(None, timezone.localdate()):
        documents.append(document(subject))
        progress(1)
    return documents


def _finish(documents, marks, current):
    write_everything(documents, Words(documents))
    current.builder = ""
    _set_aside(marks, current)
    StaleEntity.objects.filter(is_followed=True).update(is_followed=False)
    _tell_of_change(current)


def _set_aside(marks, current):
    """Forget the marks; while somebody builds everything of what was read before, they are only put aside."""
    pks = list(marks)
    for place in range(0, len(pks), BATCH):
        rows = StaleEntity.objects.filter(pk__in=pks[place : place + BATCH])
        if current.builder:
            rows.update(is_followed=True)
        else:
            rows.delete()


def _locked_state():
    """The one row, which whoever writes to the index holds until it is done."""
    IndexState.objects.get_or_create(pk=1)
    return IndexState.objects.select_for_update().get(pk=1)


def _state_locked_soon():
    """The same, or None after a second: whoever builds everything holds it longer than anybody should wait."""
    IndexState.objects.get_or_create(pk=1)
    row = IndexState.objects.select_for_update(skip_locked=True).filter(pk=1)
    for _ in range(LOOKS):
        current = row.first()
        if current:
            return current
        sleep(SECONDS_BETWEEN_LOOKS)
    return None


def _tell_of_change(current):
    current.version += 1
    current.folding = folding()
    current.entities = Entity.objects.published().count()
    current.changed_at = int(timezone.now().timestamp())
    current.save()
