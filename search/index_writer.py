"""The rows of the index: of documents, of their names, of words and of their misspellings."""

from array import array
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator

from search.backends import backend
from search.backends.common import TIERS
from search.index_document import Document
from search.keys import sound, sound_keys, variant_keys
from search.models import IndexedEntity, NameKey, Token, Variant

WORDS_SORTED = 100_000
"""Of so many words the misspellings are sorted before they are written: an index is filled fastest in its order."""
BATCH = 1000


class Words:
    """The words of names, in how many entities each stands, and how well known the best of them is."""

    def __init__(self, documents: Iterable[Document] = ()):
        self.frequency: dict[str, int] = defaultdict(int)
        self.importance: dict[str, int] = defaultdict(int)
        for document in documents:
            self.take(document)

    def take(self, document: Document) -> None:
        """Count the words of the document's names; acronyms are no words that somebody misspells."""
        for word in document.words_of_names:
            self.frequency[word] += 1
            self.importance[word] = max(self.importance[word], document.importance)

    def without(self, known: Iterable[str]) -> "Words":
        """The same without the words that are known."""
        for word in known:
            self.frequency.pop(word, None)
        return self

    def rows(self) -> Iterator[tuple]:
        """In the order of `search.backends.common.TABLES`."""
        for word, number in sorted(self.frequency.items()):
            yield word, sound(word), number, self.importance[word]


def write_everything(documents: list[Document], words: Words) -> None:
    """Write the documents and words in place of all that stood there."""
    backend().empty()
    for model in (Variant, Token, NameKey, IndexedEntity):
        _empty(model)
    ordered = sorted(documents, key=lambda document: document.rank_key)
    tiers = (bisect(TIERS, place) for place in range(len(ordered)))
    _write_documents(zip(ordered, tiers, strict=False))
    _write_names(ordered)
    _write_words(words)
    backend().fill()


def replace(pks: Iterable[int], documents: list[Document]) -> None:
    """Write the documents in place of those of the entities; words that stand nowhere any more stay."""
    drop(pks)
    # A list, for nothing else can be asked while rows are written.
    _write_documents([(document, _tier_beside(document)) for document in documents])
    _write_names(documents)
    words = Words(documents)
    _write_words(words.without(Token.objects.filter(word__in=list(words.frequency)).values_list("word", flat=True)))
    backend().add([document.pk for document in documents])


def drop(pks: Iterable[int]) -> None:
    """Take entities out of the index."""
    backend().remove(pks)
    rows = IndexedEntity.objects.filter(entity__in=pks)
    NameKey.objects.filter(rank_key__in=list(rows.values_list("pk", flat=True))).delete()
    rows.delete()


def _empty(model):
    """All rows go, none of them looked at by the framework; readers of PostgreSQL are not locked out as by TRUNCATE."""
    model.objects.all()._raw_delete(model.objects.db)


def _tier_beside(document):
    """The tier of the entity that is next in importance."""
    rows = IndexedEntity.objects.order_by("rank_key").values_list("tier", flat=True)
    return rows.filter(rank_key__gt=document.rank_key).first() or rows.last() or 0


def _write_documents(with_tiers):
    backend().insert("search_entity", (_row(document, tier) for document, tier in with_tiers))


def _row(row, tier):
    """In the order of `search.backends.common.TABLES`."""
    names = "\n".join(f"{name.what}\t{' '.join(name.words)}\t{name.written}" for name in row.names)
    words = " ".join(row.context), " ".join(row.words)
    return (row.rank_key, row.pk, str(row.kind), row.country_code, row.importance, names, *words, tier)


def _write_names(documents):
    backend().insert("search_name", sorted({(key, row.rank_key) for row in documents for key in row.keys}))


def _write_words(words):
    backend().insert("search_token", words.rows())
    spelled = sorted(words.frequency)
    for place in range(0, len(spelled), WORDS_SORTED):
        numbers = _numbers(spelled[place : place + WORDS_SORTED])
        backend().insert("search_variant", _variants(numbers))


def _numbers(words):
    """The primary keys of the words."""
    numbers = {}
    for place in range(0, len(words), BATCH):
        rows = Token.objects.filter(word__in=words[place : place + BATCH])
        numbers.update(rows.values_list("word", "pk"))
    return numbers


def _variants(numbers):
    """Pairs of key and word, sorted; packed into one number each, or two million pairs would fill the memory."""
    packed = array("q")
    for word, number in numbers.items():
        packed.extend(key << 32 | number for key in variant_keys(word) | sound_keys(word))
    for pair in sorted(packed):
        yield pair >> 32, pair & 0xFFFFFFFF
