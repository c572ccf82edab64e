"""Compute keys: hashes by which the index finds a name, or a word with almost the same spelling.

A key depends only on the text, so it is the same in every process and in every database.
"""

from collections.abc import Iterable
from hashlib import blake2b
from itertools import combinations
from zlib import crc32

KEYED_LETTERS = 7
MIN_LENGTH, MIN_LENGTH_FOR_TWO_ERRORS = 3, 6


def text_key(text: str) -> int:
    """Return a signed 64-bit hash of a text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), signed=True)


def short_key(text: str) -> int:
    """Return a signed 32-bit hash of a text, so that a database can store it in four bytes."""
    number = crc32(text.encode())
    return number - (1 << 32) if number >= 1 << 31 else number


def name_keys(words: Iterable[str]) -> set[int]:
    """Return hashes of a name: of its sorted words, and of its words without blanks. Empty for a name without words."""
    words = list(words)
    return {text_key(" ".join(sorted(words))), text_key("".join(words))} if words else set()


def spelling_keys(word: str) -> set[int]:
    """Return hashes of the first seven letters of a word, with all letters and without any one of them.

    For words of six or more letters, also without any two. So words with one or two typing errors share a hash.
    The set is empty for a word of fewer than three letters. It is empty for words with digits, as years are no typos.
    """
    if len(word) < MIN_LENGTH or any(char.isdigit() for char in word):
        return set()
    start = word[:KEYED_LETTERS]
    most = 2 if len(word) >= MIN_LENGTH_FOR_TWO_ERRORS else 1
    return {short_key(spelling) for number in range(most + 1) for spelling in without_letters(start, number)}


def without_letters(word: str, number: int) -> set[str]:
    """Return every string that results if this number of letters is removed from the word."""
    return {"".join(letters) for letters in combinations(word, len(word) - number)}
