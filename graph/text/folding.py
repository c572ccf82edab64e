import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii

APOSTROPHES = re.compile("['’‘ʼʻ`´ʾʿ′]")
NOT_A_WORD = re.compile(r"[^a-z0-9]+")
VOICED = "\u3099\u309a"
"""Two Japanese marks that are part of a syllable: one turns ``ha`` into ``ba``, the other into ``pa``. They are not
accents."""
SYLLABLE_WITH_MARK = re.compile(f".[{VOICED}]")


@lru_cache(maxsize=50_000)
def fold(text: str) -> str:
    """Return the text as ASCII words in lower case, with single spaces and without accents and punctuation:
    ``"N'Djaména"`` gives ``"ndjamena"``, and ``"Île-de-France"`` gives ``"ile de france"``."""
    if text.isascii():
        return NOT_A_WORD.sub(" ", APOSTROPHES.sub("", text).lower()).strip()
    # Remove an acute accent used as an apostrophe first: NFKD would make it a space and a combining accent.
    decomposed = unicodedata.normalize("NFKD", APOSTROPHES.sub("", text))
    bare = "".join(c for c in decomposed if not unicodedata.combining(c) or c in VOICED)
    composed = SYLLABLE_WITH_MARK.sub(lambda syllable: unicodedata.normalize("NFC", syllable[0]), bare)
    ascii_text = anyascii(APOSTROPHES.sub("", composed)).lower()
    return NOT_A_WORD.sub(" ", APOSTROPHES.sub("", ascii_text)).strip()


def fold_unordered(text: str) -> str:
    """Return the words of the folded text in alphabetical order: the same for ``"Orbán Viktor"`` and ``"Viktor
    Orbán"``."""
    return " ".join(sorted(fold(text).split()))


def typed_slug(text: str) -> str:
    """Convert a text that somebody typed to the form of a slug: ``"São Tomé"`` gives ``"sao-tome"``."""
    # Bypass the cache of `fold`, because texts of requests would fill it.
    return fold.__wrapped__(text).replace(" ", "-")
