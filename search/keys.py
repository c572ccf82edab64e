"""Numbers that lead from a spelling to what is spelled nearly so. Equal on every server."""

import re
from collections.abc import Iterable
from hashlib import blake2b
from itertools import combinations
from zlib import crc32

LETTERS_VARIED = 7
SHORTEST_VARIED = 3
SHORTEST_VARIED_TWICE = 6
SHORTEST_HEARD, SHORTEST_HEARD_WITH_A_GAP = 2, 5
SPELLINGS = (("sch", "s"), ("ph", "f"), ("ck", "k"), ("qu", "k"), ("x", "ks"), ("mb", "nb"), ("mp", "np"))
HEARD_ALIKE = str.maketrans("pfvtkcqzjr", "bbbdgggssl")
SILENT = re.compile("[aeiouyhw]")
REPEATED = re.compile(r"(.)\1+")


def name_key(text: str) -> int:
    """A signed 64-bit number of a text."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), signed=True)


def name_keys(words: Iterable[str]) -> set[int]:
    """The keys of a name: of its words in any order, and of its words joined."""
    words = list(words)
    return {name_key(" ".join(sorted(words))), name_key("".join(words))} if words else set()


def variant_keys(word: str) -> set[int]:
    """Keys that two words share when they are one or two typing errors apart near their beginning, or sound alike.

    A word with a digit in it has none: a year is not a slip of another.
    """
    if len(word) < SHORTEST_VARIED or any(letter.isdigit() for letter in word):
        return set()
    beginning = word[:LETTERS_VARIED]
    most = 2 if len(word) >= SHORTEST_VARIED_TWICE else 1
    spellings = {beginning} | {shorter for number in range(1, most + 1) for shorter in _without(beginning, number)}
    return {_signed(spelling) for spelling in spellings} | {_signed(f"={skeleton(word)}")}


def sound_keys(word: str) -> set[int]:
    """Keys that a name shares with itself as another script spells it; none for what hardly sounds."""
    heard = sound(word)
    if len(heard) < SHORTEST_HEARD:
        return set()
    less = _without(heard, 1) if len(heard) >= SHORTEST_HEARD_WITH_A_GAP else set()
    return {_signed(f"~{spelling}") for spelling in {heard} | less}


def sound(word: str) -> str:
    """The consonants as coarsely as any script tells them apart, after a vowel at the beginning."""
    for letters, heard in SPELLINGS:
        word = word.replace(letters, heard)
    beginning = "a" if word[:1] in "aeiou" else ""
    return beginning + REPEATED.sub(r"\1", SILENT.sub("", word.translate(HEARD_ALIKE)))


def skeleton(word: str) -> str:
    """The first letter and the consonants after it, none twice in a row."""
    return word[:1] + REPEATED.sub(r"\1", SILENT.sub("", word[1:]))


def _without(word, number):
    """The word with so many letters left out, wherever they stood."""
    return {"".join(kept) for kept in combinations(word, len(word) - number)}


def _signed(text):
    """A signed 32-bit number: what both databases store in four bytes."""
    number = crc32(text.encode())
    return number - (1 << 32) if number >= 1 << 31 else number
