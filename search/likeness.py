"""How alike two words sound, of which one was typed in another script."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from rapidfuzz.distance import OSA, JaroWinkler
from rapidfuzz.process import extract

from search.keys import REPEATED, SILENT, sound

LEAST_ALIKE = 0.5
UNSAID = re.compile("(?<=[a-z]{4})(l?[dtsxzp]+)$")
"""Of Ayrault the last two letters, of Rocard the last."""
BY_SOUND, BY_CONSONANTS, BY_LETTERS = 0.4, 0.3, 0.3
SOFT_G, SOFT_C = re.compile("g(?=[eiy])"), re.compile("c(?=[eiy])|^x")
Sounds = Mapping[tuple[str, str], str]
"""From a word, and what is said of it, to the sound of that."""


def sounds_of(words: Iterable[str]) -> Sounds:
    """The words of names with their sounds: as they are written, as French would say them, and as Italian."""
    return {(word, said): _sound(said) for word in words for said in {word, UNSAID.sub("", word), _softly(word)}}


def likenesses(spellings: Iterable[str], sounds: Sounds) -> dict[str, float]:
    """Of the words that sound like one of the spellings, how much so, from 0.5 to 1."""
    found = {}
    for spelling in spellings:
        consonants = _consonants(spelling)
        near = extract(sound(spelling), sounds, scorer=OSA.normalized_similarity, score_cutoff=LEAST_ALIKE, limit=None)
        for _, alike, (word, said) in near:
            found[word] = max(found.get(word, 0.0), _together(spelling, consonants, said, alike))
    return {word: alike for word, alike in found.items() if alike >= LEAST_ALIKE}


def _softly(word):
    return SOFT_C.sub("s", SOFT_G.sub("j", word))


def _together(spelling, consonants, word, alike):
    """Vowels are each language's own, and some scripts write none."""
    by_consonants = OSA.normalized_similarity(consonants, _consonants_of_name(word))
    return BY_SOUND * alike + BY_CONSONANTS * by_consonants + BY_LETTERS * JaroWinkler.similarity(spelling, word)


def _consonants(word):
    return REPEATED.sub(r"\1", SILENT.sub("", word))


_sound = lru_cache(maxsize=50_000)(sound)
_consonants_of_name = lru_cache(maxsize=50_000)(_consonants)
"""For words of names: what strangers type would fill them."""
