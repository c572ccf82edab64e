"""Spelling correction: the words of the index that a query word may mean if it has typing errors."""

import math
from collections.abc import Callable, Iterable

from rapidfuzz.distance import OSA

from search.keys import spelling_keys

MAX_CORRECTIONS = 32
SHORT_WORD, MEDIUM_WORD = 4, 8
IMPORTANCE_BONUS, SAME_START_BONUS = 0.08, 0.2

WordLookup = Callable[[Iterable[int]], Iterable[tuple[str, int]]]
"""From keys to the words of the index that have one of them, each with its importance."""


def corrections(word: str, lookup: WordLookup) -> list[tuple[str, int]]:
    """Return up to 32 words that may be meant, most likely first, each with its edit distance."""
    found = []
    for other, importance in lookup(spelling_keys(word)):
        distance = _edit_distance(word, other)
        if distance:
            bonus = IMPORTANCE_BONUS * math.log1p(importance) + SAME_START_BONUS * (word[0] == other[0])
            found.append((distance - bonus, other, distance))
    return [(other, distance) for _, other, distance in sorted(found)[:MAX_CORRECTIONS]]


def _edit_distance(word, other):
    """Return the distance to the other word, or to its beginning if that is nearer; 0 if both are too far apart."""
    most = 1 if len(word) <= SHORT_WORD else 2 if len(word) <= MEDIUM_WORD else 3
    distance = OSA.distance(word, other, score_cutoff=most)
    if distance > most:
        distance = OSA.distance(word, other[: len(word)], score_cutoff=most)
    is_near = 0 < distance <= most and (distance == 1 or word[0] == other[0])
    return distance if is_near else 0
