"""Correct spelling: find the words of the index that a query word may mean, with typing errors or by sound."""

import math
from collections.abc import Callable, Iterable
from heapq import nsmallest

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from search.keys import spelling_keys
from search.phonetics import phonetic_code, phonetic_keys

MAX_CORRECTIONS, MAX_PHONETIC_MATCHES = 32, 20
SHORT_WORD, MEDIUM_WORD = 4, 8
IMPORTANCE_BONUS, SAME_CODE_BONUS, SAME_START_BONUS = 0.08, 0.4, 0.2
CODE_PENALTY, LETTER_PENALTY = 2.0, 0.25

WordLookup = Callable[[Iterable[int]], Iterable[tuple[str, str, int]]]
"""A function from hashes to the words of the index that have one of them, as (word, phonetic code, importance)."""


def corrections(word: str, lookup: WordLookup) -> list[tuple[str, int]]:
    """Return up to 32 words that may be meant, most likely first, each with its number of typing errors."""
    code = phonetic_code(word)
    found = []
    for other, other_code, importance in lookup(spelling_keys(word)):
        distance = _edit_distance(word, other)
        if distance:
            bonus = SAME_CODE_BONUS * (code == other_code) + SAME_START_BONUS * (word[0] == other[0])
            found.append((distance - IMPORTANCE_BONUS * math.log1p(importance) - bonus, other, distance))
    return [(other, distance) for _, other, distance in sorted(found)[:MAX_CORRECTIONS]]


def phonetic_matches(word: str, lookup: WordLookup) -> list[tuple[str, int]]:
    """Return up to 20 words that sound like a transliterated word, most likely first, each with distance 1 or 2."""
    rows = list(lookup(spelling_keys(word) | phonetic_keys(word)))
    codes = (code for _, code, _ in rows)
    found = []
    for _, distance, index in extract(phonetic_code(word), codes, scorer=OSA.distance, score_cutoff=1, limit=None):
        other, _, importance = rows[index]
        # Consonants count more than letters: vowels are written differently in each language.
        penalty = CODE_PENALTY * distance + LETTER_PENALTY * OSA.distance(word, other)
        found.append((penalty - IMPORTANCE_BONUS * math.log1p(importance), other, 1 + distance))
    return [(other, distance) for _, other, distance in nsmallest(MAX_PHONETIC_MATCHES, found)]


def _edit_distance(word, other):
    """Count the typing errors between a word and another word or its start; 0 if they are equal or too different."""
    most = 1 if len(word) <= SHORT_WORD else 2 if len(word) <= MEDIUM_WORD else 3
    distance = OSA.distance(word, other, score_cutoff=most)
    if distance > most:
        distance = OSA.distance(word, other[: len(word)], score_cutoff=most)
    is_near = 0 < distance <= most and (distance == 1 or word[0] == other[0])
    return distance if is_near else 0
