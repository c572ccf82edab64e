"""Phonetic matching: names that are typed in another script are found by how they sound.

A word has two codes. Its phonetic code holds its consonants and serves to find and to compare single words.
Its sound classes are coarser: they have six groups of consonants, which every script can express. Two words of a name
together are specific enough to find the name by their classes.
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
"""This sign marks the classes of a word whose r after a vowel is left out."""
OTHER_PRONUNCIATIONS = (("j", "y"), ("ch", "h"), ("lm", "m"), ("lk", "k"))
"""Letters that languages pronounce differently: a Norwegian Jan is ``yan``, a Scottish Salmond ``samond``."""
SILENT_IN_FRENCH = re.compile("(?<=[a-z]{3})[dtsxzpr]+$")
FRENCH_SPEAKING = frozenset("fr be ca ch lu mc ht bf bi bj cd cf cg ci cm dj ga gn km mg ml ne rw sn td tg".split())
MAX_NAME_WORDS = 8

MIN_SIMILARITY = 0.5
SOFT_G, SOFT_C = re.compile("g(?=[eiy])"), re.compile("c(?=[eiy])|^x")
SILENT_ENDING = re.compile("(?<=[a-z]{4})(l?[dtsxzp]+)$")
"""Final letters that are often silent: the last two of Ayrault, the last one of Rocard."""
CODE_WEIGHT, CONSONANTS_WEIGHT, LETTERS_WEIGHT = 0.4, 0.3, 0.3
Pronunciations = Mapping[tuple[str, str], str]
"""From (word, the letters of it that are pronounced) to the phonetic code of these letters."""


@lru_cache(maxsize=50_000)
def phonetic_code(word: str) -> str:
    """Return the consonants of a word, similar ones made equal; a vowel at its start becomes ``a``."""
    for letters, sound in SPELLINGS:
        word = word.replace(letters, sound)
    return ("a" if word[:1] in "aeiou" else "") + _consonants(word.translate(SIMILAR_CONSONANTS))


def phonetic_keys(word: str) -> set[int]:
    """Return keys that a word shares with its spelling in another script; a word of one consonant has none."""
    code = phonetic_code(word)
    if len(code) < MIN_CODE:
        return set()
    shorter = without_letters(code, 1) if len(code) >= MIN_CODE_FOR_ONE_ERROR else set()
    return {short_key(f"~{spelling}") for spelling in {code} | shorter}


def sound_classes(word: str) -> str:
    """Return the consonants of a word in six classes, none twice in a row; ``aye`` has none."""
    word = SIBILANTS.sub("s", NASALS.sub("n", word))
    classes = NOT_A_CLASS.sub("", word.translate(CONSONANT_CLASSES))
    return REPEATED.sub(r"\1", D_BEFORE_S.sub("", classes))


def name_pair_keys(words: Iterable[str], country_code: str = "") -> set[int]:
    """Return the keys of each two words of a name, for every way to pronounce them in the country."""
    is_french = country_code in FRENCH_SPEAKING
    return _pair_keys([_name_word_classes(word, is_french) for word in list(words)[:MAX_NAME_WORDS]])


def query_pair_keys(words: Iterable[str], script: str) -> set[int]:
    """Return the keys of each two words that were typed in the script, for every way to read them."""
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
    """Return the words of names with their phonetic codes: as they are, without a silent ending, with soft g and c."""
    return {
        (word, said): phonetic_code(said)
        for word in words
        for said in {word, SILENT_ENDING.sub("", word), SOFT_C.sub("s", SOFT_G.sub("j", word))}
    }


def similar_words(spellings: Iterable[str], known: Pronunciations) -> dict[str, float]:
    """Return the known words that sound like one of the spellings, each with its similarity from 0.5 to 1."""
    found = {}
    for spelling in spellings:
        code = phonetic_code(spelling)
        near = extract(code, known, scorer=OSA.normalized_similarity, score_cutoff=MIN_SIMILARITY, limit=None)
        for _, similarity, (word, said) in near:
            found[word] = max(found.get(word, 0.0), _similarity(spelling, said, similarity))
    return {word: similarity for word, similarity in found.items() if similarity >= MIN_SIMILARITY}


def _similarity(spelling, word, code_similarity):
    """Vowels count least: they differ between languages, and some scripts write none."""
    consonants = OSA.normalized_similarity(_consonants(spelling), _consonants(word))
    letters = JaroWinkler.similarity(spelling, word)
    return CODE_WEIGHT * code_similarity + CONSONANTS_WEIGHT * consonants + LETTERS_WEIGHT * letters


@lru_cache(maxsize=50_000)
def _consonants(word):
    return REPEATED.sub(r"\1", VOWELS.sub("", word))
