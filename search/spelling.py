"""Typing errors: which words of the index may be meant by one that is none."""

import math
from collections.abc import Callable, Iterable
from heapq import nsmallest

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from search.keys import sound, sound_keys, variant_keys

MOST_CORRECTIONS = 32
MOST_HEARD = 20
FOR_A_SOUND, FOR_A_LETTER = 2.0, 0.25
SHORT_WORD, MIDDLING_WORD = 4, 8
FOR_IMPORTANCE, FOR_THE_SAME_SOUND, FOR_THE_SAME_BEGINNING = 0.08, 0.4, 0.2

Variants = Callable[[Iterable[int]], Iterable[tuple[str, str, int]]]
"""From keys to words with their sound and importance."""


def corrections(word: str, variants: Variants) -> list[tuple[str, int]]:
    """Up to 32 words that may be meant, the likeliest first, each with its distance."""
    heard_as = sound(word)
    near = []
    for spelling, sounds, importance in variants(variant_keys(word)):
        steps = _steps(word, spelling)
        if steps:
            near.append((_unlikeliness(word, spelling, steps, importance, heard_as == sounds), spelling, steps))
    return [(spelling, steps) for _, spelling, steps in sorted(near)[:MOST_CORRECTIONS]]


def heard(word: str, variants: Variants) -> list[tuple[str, int]]:
    """Up to twenty words that sound like one which was typed in another script, the likeliest first."""
    alike = list(variants(variant_keys(word) | sound_keys(word)))
    sounds = (sounds for _, sounds, _ in alike)
    near = []
    for _, apart, place in extract(sound(word), sounds, scorer=OSA.distance, score_cutoff=1, limit=None):
        spelling, _, importance = alike[place]
        # Scripts agree on consonants; vowels are each language's own.
        unlikely = FOR_A_SOUND * apart + FOR_A_LETTER * OSA.distance(word, spelling)
        near.append((unlikely - FOR_IMPORTANCE * math.log1p(importance), spelling, 1 + apart))
    return [(spelling, steps) for _, spelling, steps in nsmallest(MOST_HEARD, near)]


def _steps(word, spelling):
    """How many slips lie between both, 0 when too many; also to the beginning of a longer word."""
    most = 1 if len(word) <= SHORT_WORD else 2 if len(word) <= MIDDLING_WORD else 3
    steps = OSA.distance(word, spelling, score_cutoff=most)
    if steps > most:
        steps = OSA.distance(word, spelling[: len(word)], score_cutoff=most)
    if not 0 < steps <= most or (steps > 1 and word[0] != spelling[0]):
        return 0
    return steps


def _unlikeliness(word, spelling, steps, importance, sounds_alike):
    return (
        steps
        - FOR_IMPORTANCE * math.log1p(importance)
        - FOR_THE_SAME_SOUND * sounds_alike
        - FOR_THE_SAME_BEGINNING * (word[0] == spelling[0])
    )
