"""Phonetic matching finds names that are typed in another script by their sound.

A word has two codes. Its phonetic code has its consonants, and is used to find and to compare single words.
Its sound classes are less exact: each consonant is replaced by one of six groups, which every script can express. The
sound classes of one word fit many words. So names are found by the sound classes of two words together.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import combinations, product

from rapidfuzz.distance import OSA, JaroWinkler
from rapidfuzz.process import extract

from search.keys import short_key, text_key, without_letters
from search.transliteration import SCRIPTS_WITHOUT_R, readings

MIN_CODE, MIN_CODE_FOR_ONE_ERROR = 2, 5
SPELLINGS = (("sch", "s"), ("ph", "f"), ("ck", "k"), ("qu", "k"), ("x", "ks"), ("mb", "nb"), ("mp", "np"))
SIMILAR_CONSONANTS = str.maketrans("pfvtkcqzjr", "bbbdgggssl")
VOWELS = re.compile("[aeiouyhw]")
REPEATED = re.compile(r"(.)\1+")

SIBILANTS = re.compile("tsch|sch|tch|sh|zh|dj|cz")
CONSONANT_CLASSES = str.maketrans("pfvbkcqzjxgstdrlmn", "bbbbssssssssddllmn")
NOT_A_CLASS = re.compile("[^bsdlmn]")
NASALS = re.compile("ngh?$|m(?=[bpf])")
D_BEFORE_S = re.compile("d(?=s)")
R_AFTER_VOWEL = re.compile("r(?![aeiouy])")
DROPPED_R = "*"
"""The sound classes of a word begin with this sign if an r after a vowel was removed from the word."""
OTHER_PRONUNCIATIONS = (("j", "y"), ("ch", "h"), ("lm", "m"), ("lk", "k"))
"""Letters with another pronunciation in some languages: Jan is ``yan`` in Norway, Salmond is ``samond`` in Scotland."""
SILENT_IN_FRENCH = re.compile("(?<=[a-z]{3})[dtsxzpr]+$")
FRENCH_SPEAKING = frozenset("fr be ca ch lu mc ht bf bi bj cd cf cg ci cm dj ga gn km mg ml ne rw sn td tg".split())
MAX_NAME_WORDS = 8

MIN_SIMILARITY = 0.5
SOFT_G, SOFT_C = re.compile("g(?=[eiy])"), re.compile("c(?=[eiy])|^x")
SILENT_ENDING = re.compile("(?<=[a-z]{4})(l?[dtsxzp]+)$")
"""Matches final letters that are often silent: the last two of Ayrault, the last one of Rocard."""
CODE_WEIGHT, CONSONANTS_WEIGHT, LETTERS_WEIGHT = 0.4, 0.3, 0.3
Pronunciations = Mapping[tuple[str, str], str]
"""Maps a pair (word, how the word may be pronounced, in letters) to the phonetic code of this pronunciation."""


@lru_cache(maxsize=50_000)
def phonetic_code(word: str) -> str:
    """Return the consonants of a word, with the same letter for similar ones (p, b). A first vowel becomes ``a``."""
    for letters, sound in SPELLINGS:
        word = word.replace(letters, sound)
    return ("a" if word[:1] in "aeiou" else "") + _consonants(word.translate(SIMILAR_CONSONANTS))


def phonetic_keys(word: str) -> set[int]:
    """Return hashes of the phonetic code of a word. A word shares hashes with its spelling in another script.

    The set is empty if the phonetic code has fewer than two letters.
    """
    code = phonetic_code(word)
    if len(code) < MIN_CODE:
        return set()
    shorter = without_letters(code, 1) if len(code) >= MIN_CODE_FOR_ONE_ERROR else set()
    return {short_key(f"~{spelling}") for spelling in {code} | shorter}


def sound_classes(word: str) -> str:
    """Return the consonants of a word, each replaced by the letter of its group: b, s, d, l, m or n.

    The same letter is never twice in a row. The result is empty for a word without such consonants, like ``aye``.
    """
    word = SIBILANTS.sub("s", NASALS.sub("n", word))
    classes = NOT_A_CLASS.sub("", word.translate(CONSONANT_CLASSES))
    return REPEATED.sub(r"\1", D_BEFORE_S.sub("", classes))


def name_pair_keys(words: Iterable[str], country_code: str = "") -> set[int]:
    """Return hashes of the sounds of every two words of a name, for each pronunciation that is usual in the country."""
    is_french = country_code in FRENCH_SPEAKING
    return _pair_keys([_name_word_classes(word, is_french) for word in list(words)[:MAX_NAME_WORDS]])


def query_pair_keys(words: Iterable[str], script: str) -> set[int]:
    """Return hashes of the sounds of every two words of a query, for each pronunciation that its script allows."""
    mark = DROPPED_R if script in SCRIPTS_WITHOUT_R else ""
    classes = [{sound_classes(reading) for reading in readings(word, script)} for word in words]
    return _pair_keys([{*known, *(mark + sound for sound in known)} for known in classes])


@lru_cache(maxsize=100_000)
def _name_word_classes(word, is_french):
    spellings = {word, SILENT_IN_FRENCH.sub("", word)} if is_french else {word}
    for letters, other in OTHER_PRONUNCIATIONS:
        spellings |= {spelling.replace(letters, other) for spelling in spellings}
    classes = {sound_classes(spelling) for spelling in spellings}
    without_r = R_AFTER_VOWEL.sub("", word)
    return classes | {DROPPED_R + sound_classes(without_r)} if without_r != word else classes


def _pair_keys(words):
    audible = [{sound for sound in sounds if sound.strip(DROPPED_R)} for sounds in words]
    pairs = (pair for one, other in combinations(audible, 2) for pair in product(one, other))
    return {text_key(f"~{' '.join(sorted(pair))}") for pair in pairs}


def pronunciations(words: Iterable[str]) -> Pronunciations:
    """Return the phonetic codes of each word: as it is, without a silent ending, and with soft ``g`` and ``c``."""
    return {
        (word, said): phonetic_code(said)
        for word in words
        for said in {word, SILENT_ENDING.sub("", word), SOFT_C.sub("s", SOFT_G.sub("j", word))}
    }


def similar_words(spellings: Iterable[str], known: Pronunciations) -> dict[str, float]:
    """Return the words of ``known`` that sound like one of the spellings, each with its similarity from 0.5 to 1."""
    found = {}
    for spelling in spellings:
        code = phonetic_code(spelling)
        near = extract(code, known, scorer=OSA.normalized_similarity, score_cutoff=MIN_SIMILARITY, limit=None)
        for _, similarity, (word, said) in near:
            found[word] = max(found.get(word, 0.0), _similarity(spelling, said, similarity))
    return {word: similarity for word, similarity in found.items() if similarity >= MIN_SIMILARITY}


def _similarity(spelling, word, code_similarity):
    """Return the similarity of two words, from 0 to 1. Vowels count least, because languages differ in them."""
    consonants = OSA.normalized_similarity(_consonants(spelling), _consonants(word))
    letters = JaroWinkler.similarity(spelling, word)
    return CODE_WEIGHT * code_similarity + CONSONANTS_WEIGHT * consonants + LETTERS_WEIGHT * letters


@lru_cache(maxsize=50_000)
def _consonants(word):
    return REPEATED.sub(r"\1", VOWELS.sub("", word))
