"""Folding: one spelling for every way a name is written, for matching and for slugs."""

import re
import unicodedata
from functools import lru_cache

from anyascii import anyascii

APOSTROPHES = re.compile("['’‘ʼʻ`´ʾʿ′]")
NOT_A_WORD = re.compile(r"[^a-z0-9]+")
VOICED = "\u3099\u309a"
"""Marks that are no accents: with one of them the Japanese syllable ``ha`` is ``ba``, with the other ``pa``."""
SYLLABLE_WITH_MARK = re.compile(f".[{VOICED}]")


@lru_cache(maxsize=200_000)
def fold(text: str) -> str:
    """Lowercase ASCII words parted by single blanks: accents, case, script and punctuation gone.

    ``"N'Djaména"`` gives ``"ndjamena"``; a text without letters or digits gives ``""``.
    """
    # The acute accent that stands for an apostrophe must go first: NFKD makes it a blank and a combining accent.
    decomposed = unicodedata.normalize("NFKD", APOSTROPHES.sub("", text))
    bare = "".join(c for c in decomposed if not unicodedata.combining(c) or c in VOICED)
    composed = SYLLABLE_WITH_MARK.sub(lambda syllable: unicodedata.normalize("NFC", syllable[0]), bare)
    ascii_text = anyascii(APOSTROPHES.sub("", composed)).lower()
    return NOT_A_WORD.sub(" ", APOSTROPHES.sub("", ascii_text)).strip()


def fold_unordered(text: str) -> str:
    """Like fold, with the words in alphabetical order: ``"Orbán Viktor"`` equals ``"Viktor Orbán"``."""
    return " ".join(sorted(fold(text).split()))
