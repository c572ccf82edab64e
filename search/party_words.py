"""Words that parties are named with, from many languages to English: the language in which all of them have a name.

Regions stand among them with their country: parties are named after both. What ends with a full stop in the table is
a whole word, which no other begins with.
"""

import csv
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from search.transliteration import HAN, script_of

FILE = Path(__file__).with_name("party_words.csv")
WHOLE = "."
LONGEST_ENDING = 6
"""In letters: what may follow a stem, as in ``sozialdemokrat-ische``."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A word in English with its synonyms, and the country of the region it names."""

    words: tuple[str, ...]
    country_code: str = ""


def in_english(word: str) -> list[Meaning]:
    """The parts of a word: of ``arbeiterpartei``, labour and party. None when any part is unknown."""
    whole = _whole_words().get(word)
    return [whole] if whole else _parts(word, *_stems(script_of(word) == HAN))


def _parts(word, pattern, english, longest_ending):
    found, place, ending = [], 0, 0
    while place < len(word):
        stem = pattern.match(word, place)
        if stem:
            found.append(english[stem[0]])
            place, ending = stem.end(), 0
        elif found and ending < longest_ending:
            place, ending = place + 1, ending + 1
        else:
            return []
    return found


@cache
def _whole_words():
    """What words mean that are known as they are: English ones, and those with a full stop."""
    found = {}
    for meaning, stems in _rows():
        whole = (stem.removesuffix(WHOLE) for stem in stems if stem.endswith(WHOLE))
        found.update(dict.fromkeys([*meaning.words, *whole], meaning))
    return found


@cache
def _stems(is_han):
    """A pattern of the stems, the longest first, what each means, and how long an ending may be."""
    told = ((stem, meaning) for meaning, stems in _rows() for stem in stems if not stem.endswith(WHOLE))
    english = {stem: meaning for stem, meaning in told if stem.isascii() != is_han}
    longest_first = sorted(english, key=lambda stem: (-len(stem), stem))
    return re.compile("|".join(longest_first)), english, 0 if is_han else LONGEST_ENDING


@cache
def _rows():
    with FILE.open(encoding="utf-8", newline="") as file:
        return [(_meaning(row), row["stems"].split(";")) for row in csv.DictReader(file)]


def _meaning(row):
    return Meaning(tuple(row["english"].split(";")), row["country"])
