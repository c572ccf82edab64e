"""Keys of names and words: numbers by which the index finds a name, or a word that is spelled almost alike.

A key depends on the text alone, so it is equal in every process and on every database.
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
    """Return a signed 32-bit hash of a text, which both databases store in four bytes."""
    number = crc32(text.encode())
    return number - (1 << 32) if number >= 1 << 31 else number


def name_keys(words: Iterable[str]) -> set[int]:
    """Return the keys of a name: one for its words in any order, one for its words without blanks."""
    words = list(words)
    return {text_key(" ".join(sorted(words))), text_key("".join(words))} if words else set()


def spelling_keys(word: str) -> set[int]:
    """Return keys that two words share if they are one or two typing errors apart in their first seven letters.

    They are hashes of the word without one or two of its letters. A word with a digit has none: years are no typos.
    """
    if len(word) < MIN_LENGTH or any(char.isdigit() for char in word):
        return set()
    start = word[:KEYED_LETTERS]
    most = 2 if len(word) >= MIN_LENGTH_FOR_TWO_ERRORS else 1
    return {short_key(spelling) for number in range(most + 1) for spelling in without_letters(start, number)}


def without_letters(word: str, number: int) -> set[str]:
    """Return every string that is left when the number of letters is removed from the word."""
    return {"".join(letters) for letters in combinations(word, len(word) - number)}
