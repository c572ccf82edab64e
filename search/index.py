from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from functools import partial
from importlib.metadata import version
from itertools import chain, islice
from operator import attrgetter
from time import sleep
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone

from graph.batches import BATCH, batches
from graph.models import Entity
from search import tokens
from search.backends import backend, insert
from search.extraction import extract
from search.index_document import IndexDocument, name_lines
from search.models import TIERS, IndexedEntity, IndexState, NameKey, StaleEntity, Token, Variant
from search.race_index import add_races, remove_races
from search.second_process import Submit, second_process
from search.similarity import phonetic_code, phonetic_keys, spelling_keys

ALL_ENTITIES = 0
"""The ``entity_id`` of a `StaleEntity` row which says that all entities must be indexed again."""
MAX_UPDATES = 5000
"""If more entities than this have changed, the whole index is rebuilt, because that is faster."""
TOKENISER_VERSION = f"{tokens.VERSION} anyascii {version('anyascii')}"
"""The version of the rules by which names are split into normalised words (tokens). If it changes, the index must be
rebuilt."""
LOCK_ATTEMPTS, SECONDS_BETWEEN_ATTEMPTS = 20, 0.05
Progress = Callable[[int], object]


def index_state() -> IndexState | None:
    return IndexState.objects.first()


def is_outdated() -> bool:
    state = index_state()
    return state is None or state.tokeniser_version != TOKENISER_VERSION


def mark_stale(pks: Iterable[int] | None) -> None:
    """Record that the entities with these primary keys have changed, and must be indexed again. If ``pks`` is None, or
    has more than 5000 entities, record this for all entities. Call this in the transaction that changes the
    entities."""
    pks = None if pks is None else set(pks)
    if pks is None or len(pks) > MAX_UPDATES:
        pks = {ALL_ENTITIES}
    StaleEntity.objects.bulk_create([StaleEntity(entity_id=pk) for pk in pks], batch_size=BATCH)


def refresh(progress: Progress = lambda count: None) -> int:
    """Index the stale entities again (those that have changed), and return their number. Return 0 if there are none, or
    if another process locks the index for over a second. After each step, call ``progress`` with the number of entities
    in this step.

    If entities are stale, call `rebuild` instead in three cases: more than 5000 are stale, all are marked as stale, or
    the rules for tokens (`TOKENISER_VERSION`) have changed. Then return the number of all indexed entities."""
    marks = StaleEntity.objects.filter(is_indexed=False)
    stale = set(marks.values_list("entity_id", flat=True).distinct()[: MAX_UPDATES + 1])
    if not stale:
        return 0
    state = index_state()
    has_other_rules = state is not None and state.tokeniser_version not in ("", TOKENISER_VERSION)
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
        stale = set(read_marks.values()) - {ALL_ENTITIES}
        for batch in batches(stale):
            _replace(batch, list(extract(batch, timezone.localdate())))
            add_races(batch)
        _remove_marks(read_marks, state)
        _save_change(state)
    progress(len(stale))
    return len(stale)


def rebuild(progress: Progress = lambda count: None) -> int:
    """Build the whole index of entities and races again, while searches continue. Return the number of entities that
    were read. Entities that change meanwhile stay stale (marked to be indexed again). After each step, call
    ``progress`` with the number of entities in this step. If another rebuild begins meanwhile, only the newer one
    writes to the index."""
    builder = uuid4().hex
    with transaction.atomic():
        state = _lock_state()
        state.builder = builder
        state.save(update_fields=["builder"])
        marks = list(StaleEntity.objects.values_list("pk", flat=True))
    connection.vacuum()
    # To start a process takes longer than to compute a few hashes.
    is_large = Entity.objects.count() > MAX_UPDATES
    with second_process() if is_large else nullcontext(partial) as submit:
        documents, keys = _extract_all(submit, progress)
        with transaction.atomic():
            state = _lock_state()
            if state.builder == builder:
                _write_all(documents, keys, submit)
                remove_races(None)
                add_races(None)
                state.builder = ""
                _remove_marks(marks, state)
                StaleEntity.objects.filter(is_indexed=True).update(is_indexed=False)
                _save_change(state)
    connection.vacuum()
    return len(documents)


def _extract_all(submit: Submit, progress):
    """Read all published entities in batches. Call ``submit`` for each batch, to compute the hashes of the names in the
    batch. Return (index documents, functions). There is one function for each batch: it waits until the hashes have
    been computed, and returns them as rows of `NameKey`."""
    documents, keys = [], []
    extracted = extract(None, timezone.localdate())
    while batch := list(islice(extracted, BATCH)):
        keys.append(submit(_name_key_rows, batch))
        documents += batch
        progress(len(batch))
    return documents, keys


def _remove_marks(pks, state):
    """Delete the `StaleEntity` rows with these primary keys, because their entities have just been indexed.

    If ``state.builder`` is set, another process is rebuilding the whole index. At its end, it may replace the new index
    rows by older data. So do not delete the `StaleEntity` rows then, but set their field ``is_indexed``. The rebuild
    resets this field at its end, so that these entities are indexed once more."""
    for batch in batches(pks):
        rows = StaleEntity.objects.filter(pk__in=batch)
        if state.builder:
            rows.update(is_indexed=True)
        else:
            rows.delete()


def _lock_state():
    IndexState.objects.get_or_create(pk=1)
    return IndexState.objects.select_for_update().get(pk=1)


def _try_lock_state():
    """Lock the row of `IndexState`, and return it. Return None if another process has locked it for over a second."""
    IndexState.objects.get_or_create(pk=1)
    rows = IndexState.objects.select_for_update(skip_locked=True).filter(pk=1)
    for _ in range(LOCK_ATTEMPTS):
        if state := rows.first():
            return state
        sleep(SECONDS_BETWEEN_ATTEMPTS)
    return None


def _save_change(state):
    state.version += 1
    state.tokeniser_version = TOKENISER_VERSION
    state.changed_at = int(timezone.now().timestamp())
    state.save()


def _write_all(documents: list[IndexDocument], keys: list[Callable], submit: Submit) -> None:
    for model in (Variant, Token, NameKey, IndexedEntity):
        # _raw_delete sends no signals and follows no foreign keys. Unlike TRUNCATE, it does not block readers.
        model.objects.all()._raw_delete(model.objects.db)
    ordered = sorted(documents, key=attrgetter("rank_key"))
    with connection.indexes_built_last([NameKey._meta.db_table]):
        _write(ordered, [bisect(TIERS, rank) for rank in range(len(ordered))], keys, None, submit)


def _replace(pks: Iterable[int], documents: list[IndexDocument]) -> None:
    """Replace the index rows of the entities ``pks`` by rows of the new ``documents``. The words of the old rows stay
    in the table `Token` until the next rebuild, even if no name has these words any more."""
    remove(pks)
    tiers, keys = [_nearest_tier(document) for document in documents], [partial(_name_key_rows, documents)]
    _write(documents, tiers, keys, [document.pk for document in documents])


def remove(pks: Iterable[int]) -> None:
    backend().remove_text(pks)
    rows = IndexedEntity.objects.filter(entity__in=pks)
    NameKey.objects.filter(rank_key__in=list(rows.values_list("pk", flat=True))).delete()
    rows.delete()


def _nearest_tier(document):
    tiers = IndexedEntity.objects.order_by("rank_key").values_list("tier", flat=True)
    return tiers.filter(rank_key__gt=document.rank_key).first() or tiers.last() or 0


def _write(documents, tiers, keys, pks, submit: Submit = partial):
    words = _new_words(documents)
    variants = submit(_packed_variants, words)
    insert(IndexedEntity, map(_document_row, documents, tiers))
    insert(NameKey, sorted(chain.from_iterable(rows() for rows in keys)))
    insert(Token, words)
    backend().add_text(pks)
    # The second process computes the variants meanwhile, so they are inserted last.
    backend().insert_variants(variants())


def _name_key_rows(documents: list[IndexDocument]) -> list[tuple[int, int]]:
    pairs = ((document.keys, document.rank_key) for document in documents)
    return sorted((key, rank_key) for keys, rank_key in pairs for key in keys)


def _document_row(document, tier):
    return (
        document.rank_key,
        document.pk,
        str(document.kind),
        document.country_code,
        document.importance,
        name_lines(document.names),
        " ".join(document.context),
        " ".join(document.words),
        tier,
    )


def _new_words(documents) -> list[tuple]:
    """Return the words of the ``documents`` that are not yet in the table of indexed words, `Token`. Each word is
    returned as a row for this table: a tuple with a value for every column. Words that are never proposed as
    corrections of typing errors, such as acronyms, are left out (see `correctable_words`)."""
    importances = defaultdict(list)
    for document in documents:
        for word in document.correctable_words:
            importances[word].append(document.importance)
    known = (Token.objects.filter(word__in=batch).values_list("word", flat=True) for batch in batches(importances))
    words = sorted(importances.keys() - chain.from_iterable(known))
    # Every process that writes words has locked the index, so no other process uses the same primary keys.
    last = Token.objects.aggregate(last=Max("pk"))["last"] or 0
    return [
        (pk, word, phonetic_code(word), len(importances[word]), max(importances[word]))
        for pk, word in enumerate(words, last + 1)
    ]


def _packed_variants(words: list[tuple]) -> list[int]:
    """Return rows of `Variant`, sorted, for the hashes of these words. ``words`` are rows of `Token`, which begin with
    (primary key, word). A returned row is one integer: the upper 32 bits are a hash of a word, and the lower 32 bits
    are the primary key of this word."""
    return sorted(key << 32 | pk for pk, word, *_ in words for key in spelling_keys(word) | phonetic_keys(word))
