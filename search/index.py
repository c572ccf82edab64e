"""Bring the search index up to date: update the entities that changed, or rebuild the whole index."""

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
"""A mark with this number instead of a primary key says that all entities are stale."""
MAX_UPDATES = 5000
"""If more entities than this are stale, the whole index is rebuilt, because that is faster."""
LOCK_ATTEMPTS, SECONDS_BETWEEN_ATTEMPTS = 20, 0.05
Progress = Callable[[int], object]
"""A function that is called with the number of entities that were indexed since its last call."""


def tokeniser_version() -> str:
    """Return a text that names the version of the rules for tokens. If it changes, the index must be rebuilt."""
    return f"{tokens.VERSION} anyascii {version('anyascii')}"


def index_state() -> IndexState | None:
    """Return the only row of `IndexState`; None if no process has written to the index so far."""
    return IndexState.objects.first()


def is_outdated() -> bool:
    """Return True if the index was never built, or was built with other rules for tokens than the present ones."""
    state = index_state()
    return state is None or state.tokeniser_version != tokeniser_version()


def mark_stale(pks: Iterable[int] | None) -> None:
    """Mark entities, all for None, for the next refresh of the index. Call this in the transaction of the change."""
    pks = None if pks is None else set(pks)
    if pks is None or len(pks) > MAX_UPDATES:
        pks = {ALL_ENTITIES}
    StaleEntity.objects.bulk_create([StaleEntity(entity_id=pk) for pk in pks], batch_size=BATCH)


def refresh(progress: Progress = lambda count: None) -> int:
    """Update the index for all stale entities, or rebuild it; return the number of updated or indexed entities.

    Return 0 if no entity is stale, or if another process locks the index; the entities then stay stale.
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
    """Build the whole index again while searches continue; return the number of entities that were read.

    The graph is read before the index is locked. Entities that change during the rebuild stay stale for the next
    refresh. If another rebuild begins before this one writes, this one writes nothing, because its data are older.
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
    """Delete marks of stale entities. During a rebuild, defer them instead, because it may have read older data."""
    pks = list(pks)
    for start in range(0, len(pks), BATCH):
        rows = StaleEntity.objects.filter(pk__in=pks[start : start + BATCH])
        if state.builder:
            rows.update(is_indexed=True)
        else:
            rows.delete()


def _lock_state():
    """Lock and return the only row of `IndexState`. Every process that writes to the index must hold this lock."""
    IndexState.objects.get_or_create(pk=1)
    return IndexState.objects.select_for_update().get(pk=1)


def _try_lock_state():
    """Lock and return the only row of `IndexState`; return None if another process holds the lock for a second."""
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
