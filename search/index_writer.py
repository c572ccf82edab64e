"""Write the tables of the index: entities, hashes of their names, words, and hashes of the words' misspellings."""

from array import array
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator

from search.backends import backend
from search.index_document import IndexDocument
from search.keys import spelling_keys
from search.models import TIERS, IndexedEntity, NameKey, Token, Variant
from search.phonetics import phonetic_code, phonetic_keys

SORTED_WORDS = 100_000
"""The hashes of this many words are sorted before they are written, because sorted rows are inserted fastest."""
BATCH = 1000


def write_all(documents: list[IndexDocument]) -> None:
    """Delete all rows of the index, and write the rows of these documents."""
    backend().remove_text(None)
    for model in (Variant, Token, NameKey, IndexedEntity):
        # Without signals and cascades; unlike TRUNCATE, this does not lock out readers of PostgreSQL.
        model.objects.all()._raw_delete(model.objects.db)
    ordered = sorted(documents, key=lambda document: document.rank_key)
    _write_documents((document, bisect(TIERS, rank)) for rank, document in enumerate(ordered))
    _write_names(ordered)
    _write_words(_word_rows(documents))
    backend().add_text(None)


def replace(pks: Iterable[int], documents: list[IndexDocument]) -> None:
    """Remove entities from the index, and write new documents. Words that no name has now remain until a rebuild."""
    remove(pks)
    # A list, because PostgreSQL allows no query while rows are copied.
    _write_documents([(document, _nearest_tier(document)) for document in documents])
    _write_names(documents)
    words = _word_rows(documents)
    known = set(Token.objects.filter(word__in=list(words)).values_list("word", flat=True))
    _write_words({word: row for word, row in words.items() if word not in known})
    backend().add_text([document.pk for document in documents])


def remove(pks: Iterable[int]) -> None:
    """Remove the entities with these primary keys from the index, but not the words of their names."""
    backend().remove_text(pks)
    rows = IndexedEntity.objects.filter(entity__in=pks)
    NameKey.objects.filter(rank_key__in=list(rows.values_list("pk", flat=True))).delete()
    rows.delete()


def _nearest_tier(document):
    """Return the tier (part of the index by importance) of the indexed entity that is next in importance."""
    tiers = IndexedEntity.objects.order_by("rank_key").values_list("tier", flat=True)
    return tiers.filter(rank_key__gt=document.rank_key).first() or tiers.last() or 0


def _write_documents(with_tiers):
    backend().insert(IndexedEntity, (_document_row(document, tier) for document, tier in with_tiers))


def _document_row(document, tier):
    """Return the values of a document for the table of `IndexedEntity`, in the order of its fields."""
    return (
        document.rank_key,
        document.pk,
        str(document.kind),
        document.country_code,
        document.importance,
        "\n".join(f"{name.type}\t{' '.join(name.words)}\t{name.text}" for name in document.names),
        " ".join(document.context),
        " ".join(document.words),
        tier,
    )


def _write_names(documents):
    backend().insert(NameKey, sorted({(key, document.rank_key) for document in documents for key in document.keys}))


def _word_rows(documents) -> dict[str, tuple]:
    """Map each word of the documents that may correct a typing error to its values for the table of `Token`."""
    importances = defaultdict(list)
    for document in documents:
        for word in document.correctable_words:
            importances[word].append(document.importance)
    return {word: (word, phonetic_code(word), len(found), max(found)) for word, found in importances.items()}


def _write_words(rows):
    words = sorted(rows)
    backend().insert(Token, (rows[word] for word in words))
    for start in range(0, len(words), SORTED_WORDS):
        backend().insert(Variant, _variant_rows(words[start : start + SORTED_WORDS]))


def _variant_rows(words) -> Iterator[tuple[int, int]]:
    """Return sorted pairs (hash, primary key of the word that has it) for the table of `Variant`.

    Each pair is stored in one number, so that millions of pairs fit into the memory. All words are read before the
    first pair is returned, because PostgreSQL allows no query while rows are copied.
    """
    packed = array("q")
    for start in range(0, len(words), BATCH):
        tokens = Token.objects.filter(word__in=words[start : start + BATCH]).values_list("word", "pk")
        for word, pk in tokens:
            packed.extend(key << 32 | pk for key in spelling_keys(word) | phonetic_keys(word))
    return ((pair >> 32, pair & 0xFFFFFFFF) for pair in sorted(packed))
