"""The index written: some entities that changed, or everything anew."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from importlib.metadata import version

from django.db import transaction
from django.utils import timezone

from graph.kinds import Kind
from graph.models import Entity
from search import words
from search.backends import backend
from search.document import ACRONYM, Document, document
from search.gather import subjects
from search.keys import name_keys, sound, sound_keys, variant_keys
from search.models import IndexedEntity, IndexState, NameKey, StaleEntity, Token, Variant

BATCH = 1000
MOST_IN_HEAD = 40_000
ALWAYS_IN_HEAD = (Kind.COUNTRY, Kind.OFFICE, Kind.INSTITUTION, Kind.IDEOLOGY)
EVERYTHING = 0
"""No entity has this key: a mark that says that all changed."""
MOST_REFRESHED = 5000
"""More entities than these are indexed sooner by building everything anew."""


def folding() -> str:
    """What words are folded with: an index made with something else does not fit."""
    return f"{words.VERSION} anyascii {version('anyascii')}"


def is_outdated() -> bool:
    """Whether the index was never built, or is made with other rules than today's."""
    current = state()
    return current is None or current.folding != folding()


def state() -> IndexState | None:
    """What the index is made with; None when it was never built."""
    return IndexState.objects.first()


def mark(pks: Iterable[int] | None) -> None:
    """Note that the entities changed, all of them for None, in the transaction that changes them."""
    pks = None if pks is None else set(pks)
    if pks is None or len(pks) > MOST_REFRESHED:
        pks = {EVERYTHING}
    StaleEntity.objects.bulk_create([StaleEntity(entity_id=pk) for pk in pks], batch_size=BATCH)


def refresh(progress: Callable[[int], None] = lambda count: None) -> int:
    """Let the index follow the entities that are marked stale; return how many it looked at.

    ``progress`` is told the number of entities done since it was told last.
    """
    with transaction.atomic():
        if not StaleEntity.objects.exists():
            return 0
        current = _locked_state()
        # Read below the lock: who waits for it sees what the one before has written.
        marks = dict(StaleEntity.objects.values_list("pk", "entity_id"))
        count = _follow(set(marks.values()), current, progress)
        _forget(marks)
        _tell_of_change(current)
    return count


def _follow(changed, current, progress):
    if EVERYTHING in changed or len(changed) > MOST_REFRESHED or current.folding not in ("", folding()):
        return _build(progress)
    _replace(sorted(changed))
    progress(len(changed))
    return len(changed)


def rebuild(progress: Callable[[int], None] = lambda count: None) -> int:
    """Build the index from nothing while searches go on; return the number of entities.

    ``progress`` is told the number of entities done since it was told last.
    """
    with transaction.atomic():
        current = _locked_state()
        marks = dict(StaleEntity.objects.values_list("pk", "entity_id"))
        count = _build(progress)
        _forget(marks)
        _tell_of_change(current)
    return count


def _locked_state():
    """The one row, which whoever writes to the index holds until it is done."""
    IndexState.objects.get_or_create(pk=1)
    return IndexState.objects.select_for_update().get(pk=1)


def _forget(marks):
    pks = list(marks)
    for place in range(0, len(pks), BATCH):
        StaleEntity.objects.filter(pk__in=pks[place : place + BATCH]).delete()


def _tell_of_change(current):
    current.version += 1
    current.folding = folding()
    current.entities = Entity.objects.published().count()
    current.changed_at = int(timezone.now().timestamp())
    current.save()


def drop(pks: Iterable[int]) -> None:
    """Take entities out of the index."""
    backend().remove(pks)
    IndexedEntity.objects.filter(entity__in=pks).delete()
    NameKey.objects.filter(entity__in=pks).delete()


def _replace(pks):
    for place in range(0, len(pks), BATCH):
        batch = pks[place : place + BATCH]
        drop(batch)
        documents = [document(subject) for subject in subjects(batch, timezone.localdate())]
        _write(documents, is_head=lambda row: True)
        _learn(documents)
        backend().add([row.pk for row in documents])


def _build(progress):
    backend().empty()
    for model in (Variant, Token, NameKey, IndexedEntity):
        _truncate(model)
    told = _Words()
    documents = []
    for subject in subjects(None, timezone.localdate()):
        documents.append(document(subject))
        told.take(documents[-1])
        progress(1)
    head = _head(documents)
    documents.sort(key=lambda row: row.rank_key)
    for place in range(0, len(documents), BATCH):
        _write(documents[place : place + BATCH], is_head=lambda row: row.pk in head)
    told.write()
    backend().fill()
    return len(documents)


def _truncate(model):
    """All rows go, none of them looked at by the framework; readers of PostgreSQL are not locked out as by TRUNCATE."""
    model.objects.all()._raw_delete(model.objects.db)


def _head(documents):
    """The best known, from which broad queries are answered, and the kinds that are few."""
    ordered = sorted(documents, key=lambda row: row.rank_key)[:MOST_IN_HEAD]
    return {row.pk for row in ordered} | {row.pk for row in documents if row.kind in ALWAYS_IN_HEAD}


def _write(documents: Iterable[Document], is_head):
    documents = list(documents)
    backend().insert("search_entity", [_row(row, is_head(row)) for row in documents])
    keys = {(key, row.pk) for row in documents for name in row.names for key in name_keys(name.words)}
    backend().insert("search_name", sorted(keys))


def _row(row, is_head):
    """In the order of `search.backends.common.TABLES`."""
    names = "\n".join(f"{name.what}\t{' '.join(name.words)}\t{name.written}" for name in row.names)
    words = " ".join(row.context), " ".join(row.words)
    return (row.rank_key, row.pk, str(row.kind), row.country_code, row.importance, names, *words, is_head)


def _learn(documents):
    """Words that are new; those that stand in no entity any more stay until everything is built anew."""
    told = _Words()
    for row in documents:
        told.take(row)
    known = set(Token.objects.filter(word__in=list(told.frequency)).values_list("word", flat=True))
    for word in known:
        del told.frequency[word]
    told.write()


class _Words:
    """The words of names, in how many entities each stands, and how well known the best of them is."""

    def __init__(self):
        self.frequency: dict[str, int] = defaultdict(int)
        self.importance: dict[str, int] = defaultdict(int)

    def take(self, row: Document) -> None:
        for word in {word for name in row.names if name.what != ACRONYM for word in name.words}:
            self.frequency[word] += 1
            self.importance[word] = max(self.importance[word], row.importance)

    def write(self) -> None:
        tokens = [
            Token(word=word, sound=sound(word), frequency=number, importance=self.importance[word])
            for word, number in sorted(self.frequency.items())
        ]
        rows = Token.objects.bulk_create(tokens, batch_size=BATCH)
        for place in range(0, len(rows), BATCH):
            pairs = [
                (key, row.pk)
                for row in rows[place : place + BATCH]
                for key in variant_keys(row.word) | sound_keys(row.word)
            ]
            backend().insert("search_variant", sorted(pairs))
