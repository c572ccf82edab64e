"""Keeping the index up to date: update the entities that changed, or rebuild everything."""

from collections.abc import Callable, Iterable
from importlib.metadata import version
from time import sleep
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from search import tokens
from search.backends import backend
from search.extraction import extract
from search.index_document import build_document
from search.index_writer import replace, write_all
from search.models import IndexState, StaleEntity

BATCH = 1000
ALL_ENTITIES = 0
"""No entity has this primary key; it marks all entities as stale."""
MAX_UPDATES = 5000
"""If more entities changed, a rebuild is faster."""
LOCK_ATTEMPTS, SECONDS_BETWEEN_ATTEMPTS = 20, 0.05
Progress = Callable[[int], object]
"""It is called with the number of entities that were indexed since the last call."""


def tokeniser_version() -> str:
    """Return the version of the rules for tokens; an index that was built with other rules does not fit."""
    return f"{tokens.VERSION} anyascii {version('anyascii')}"


def index_state() -> IndexState | None:
    """Return the state of the index; None if it was never built."""
    return IndexState.objects.first()


def is_outdated() -> bool:
    """Return whether the index was never built, or was built with other rules."""
    state = index_state()
    return state is None or state.tokeniser_version != tokeniser_version()


def mark_stale(pks: Iterable[int] | None) -> None:
    """Mark entities as changed, all of them for None; call it in the transaction that changes them."""
    pks = None if pks is None else set(pks)
    if pks is None or len(pks) > MAX_UPDATES:
        pks = {ALL_ENTITIES}
    StaleEntity.objects.bulk_create([StaleEntity(entity_id=pk) for pk in pks], batch_size=BATCH)


def refresh(progress: Progress = lambda count: None) -> int:
    """Update the index for the stale entities; return how many there were.

    It returns 0 if another process is writing to the index; the entities then stay stale.
    """
    marks = StaleEntity.objects.filter(is_indexed=False)
    stale = set(marks.values_list("entity_id", flat=True).distinct()[: MAX_UPDATES + 1])
    if not stale:
        return 0
    state = index_state()
    has_other_rules = state is not None and state.tokeniser_version not in ("", tokeniser_version())
    if ALL_ENTITIES in stale or len(stale) > MAX_UPDATES or has_other_rules:
        return rebuild(progress)
    return _update(marks, progress)


def _update(marks, progress):
    with transaction.atomic():
        state = _try_lock_state()
        if state is None:
            return 0
        # Read the marks after locking: another process may have removed some while this one was waiting.
        read_marks = dict(marks.values_list("pk", "entity_id"))
        stale = sorted(set(read_marks.values()) - {ALL_ENTITIES})
        for start in range(0, len(stale), BATCH):
            batch = stale[start : start + BATCH]
            replace(batch, [build_document(data) for data in extract(batch, timezone.localdate())])
        _remove_marks(read_marks, state)
        _save_change(state)
    progress(len(stale))
    return len(stale)


def rebuild(progress: Progress = lambda count: None) -> int:
    """Build the whole index again while searches continue; return the number of entities.

    The graph is read before the index is locked. What changes meanwhile stays stale for the next refresh. If another
    rebuild begins before this one writes, that one reads newer data, and this one writes nothing.
    """
    builder = uuid4().hex
    with transaction.atomic():
        state = _lock_state()
        state.builder = builder
        state.save(update_fields=["builder"])
        marks = list(StaleEntity.objects.values_list("pk", flat=True))
    backend().analyse()
    documents = []
    for data in extract(None, timezone.localdate()):
        documents.append(build_document(data))
        progress(1)
    with transaction.atomic():
        state = _lock_state()
        if state.builder == builder:
            write_all(documents)
            state.builder = ""
            _remove_marks(marks, state)
            StaleEntity.objects.filter(is_indexed=True).update(is_indexed=False)
            _save_change(state)
    backend().vacuum()
    return len(documents)


def _remove_marks(pks, state):
    """Delete the marks; during a rebuild keep them for afterwards, because it may have read the older data."""
    pks = list(pks)
    for start in range(0, len(pks), BATCH):
        rows = StaleEntity.objects.filter(pk__in=pks[start : start + BATCH])
        if state.builder:
            rows.update(is_indexed=True)
        else:
            rows.delete()


def _lock_state():
    """Lock the only row of the table; every process that writes to the index holds this lock."""
    IndexState.objects.get_or_create(pk=1)
    return IndexState.objects.select_for_update().get(pk=1)


def _try_lock_state():
    """Lock the row, or return None after a second: a rebuild holds the lock for longer than a request may wait."""
    IndexState.objects.get_or_create(pk=1)
    rows = IndexState.objects.select_for_update(skip_locked=True).filter(pk=1)
    for _ in range(LOCK_ATTEMPTS):
        state = rows.first()
        if state:
            return state
        sleep(SECONDS_BETWEEN_ATTEMPTS)
    return None


def _save_change(state):
    state.version += 1
    state.tokeniser_version = tokeniser_version()
    state.changed_at = int(timezone.now().timestamp())
    state.save()
