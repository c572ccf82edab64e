"""Find words and names that look or sound alike. The functions below compute hashes of a word or name. Words or names
that are similar have some hashes in common:

- `spelling_keys` returns hashes of the letters of a word. They find words that look alike.
- `phonetic_keys` returns hashes of the consonants of a word. They find words that sound alike.
- `pair_keys` returns hashes of each pair of words in a name, and `word_keys` returns hashes of each word. Both find
  names that sound alike, even in different scripts. So they use `sound_classes`, with only six groups of consonants."""

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from heapq import nsmallest
from itertools import combinations, product
from zlib import crc32

from rapidfuzz.distance import OSA, JaroWinkler
from rapidfuzz.process import extract

KEYED_LETTERS = 7
MIN_LENGTH, MIN_LENGTH_FOR_TWO_ERRORS = 3, 6

MAX_CORRECTIONS, MAX_PHONETIC_MATCHES = 32, 20
SHORT_WORD, MEDIUM_WORD = 4, 8
IMPORTANCE_BONUS, SAME_CODE_BONUS, SAME_START_BONUS = 0.08, 0.4, 0.2
CODE_PENALTY, LETTER_PENALTY = 2.0, 0.25

WordLookup = Callable[[Iterable[int]], Iterable[tuple[str, str, int]]]
"""A function that finds indexed words by hashes. It receives hashes from `spelling_keys` or `phonetic_keys`. It returns
(word, phonetic code, importance) of all indexed words that have one of them."""

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
"""The first character of the sound classes of a word from which an ``r`` after a vowel was removed."""
OTHER_PRONUNCIATIONS = (("j", "y"), ("ch", "h"), ("lm", "m"), ("lk", "k"))
"""Letters that some languages pronounce in another way, as pairs (letters, pronunciation): Jan is ``yan`` in Norway,
and Salmond is ``samond`` in Scotland."""
SILENT_IN_FRENCH = re.compile("(?<=[a-z]{3})[dtsxzpr]+$")
FRENCH_SPEAKING = frozenset("fr be ca ch lu mc ht bf bi bj cd cf cg ci cm dj ga gn km mg ml ne rw sn td tg".split())
MAX_NAME_WORDS = 8

MIN_SIMILARITY = 0.5
SOFT_G, SOFT_C = re.compile("g(?=[eiy])"), re.compile("c(?=[eiy])|^x")
SILENT_ENDING = re.compile("(?<=[a-z]{4})(l?[dtsxzp]+)$")
"""Matches the final letters of a word that are often silent: the last two of Ayrault, the last one of Rocard."""
CODE_WEIGHT, CONSONANTS_WEIGHT, LETTERS_WEIGHT = 0.4, 0.3, 0.3
Pronunciations = Mapping[tuple[str, str], str]
"""Maps a pair (word, its pronunciation in letters) to the `phonetic_code` of the pronunciation: ``("rocard", "rocar")``
to ``"lgl"``."""


def text_key(text: str) -> int:
    """Return a signed 64-bit hash of a text, which is the same in every process."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), signed=True)


def short_key(text: str) -> int:
    """Return a signed 32-bit hash of a text, which a database stores in four bytes."""
    number = crc32(text.encode())
    return number - (1 << 32) if number >= 1 << 31 else number


def name_keys(words: Sequence[str]) -> set[int]:
    return {text_key(" ".join(sorted(words))), text_key("".join(words))} if words else set()


def spelling_keys(word: str) -> set[int]:
    """Return hashes of the letters of a word, so that the word and its misspellings have some in common: ``macron`` and
    ``makron`` both have the hash of ``maron``. Only the first seven letters count. There is a hash of all these
    letters, and a hash for each letter that can be left out. If the word has six or more letters, there is also a hash
    for each pair of letters that can be left out. A word with a digit, or with fewer than three letters, has no
    hashes."""
    if len(word) < MIN_LENGTH or any(char.isdigit() for char in word):
        return set()
    start = word[:KEYED_LETTERS]
    most = 2 if len(word) >= MIN_LENGTH_FOR_TWO_ERRORS else 1
    return {short_key(spelling) for number in range(most + 1) for spelling in without_letters(start, number)}


def without_letters(word: str, number: int) -> set[str]:
    return {"".join(letters) for letters in combinations(word, len(word) - number)}


def corrections(word: str, lookup: WordLookup) -> list[tuple[str, int]]:
    """Return up to 32 other words that a misspelled word may mean, as pairs (word, number of errors), the likeliest
    first. ``lookup`` finds indexed words by hashes (see `WordLookup`).

    - A word of fewer than four letters has no corrections.
    - The corrections of a word of four letters must have the same `phonetic_code`.
    - If the word itself is in the index, its corrections must begin with the same letter."""
    if len(word) < SHORT_WORD:
        return []
    code = phonetic_code(word)
    found = []
    rows = list(lookup(spelling_keys(word)))
    is_known = any(other == word for other, _, _ in rows)
    for other, other_code, importance in rows:
        distance = _edit_distance(word, other, is_same_sound=code == other_code)
        # If the typed word is in the index, it rarely has two errors.
        is_too_far = is_known and (
            word[0] != other[0] or (distance > 1 and (code != other_code or len(word) < KEYED_LETTERS))
        )
        if distance and not is_too_far and (len(word) > SHORT_WORD or code == other_code):
            bonus = SAME_CODE_BONUS * (code == other_code) + SAME_START_BONUS * (word[0] == other[0])
            found.append((distance - IMPORTANCE_BONUS * math.log1p(importance) - bonus, other, distance))
    return [(other, distance) for _, other, distance in sorted(found)[:MAX_CORRECTIONS]]


def phonetic_matches(word: str, lookup: WordLookup) -> list[tuple[str, int]]:
    """Return up to 20 indexed words that sound like ``word``, as pairs (word, distance), the likeliest first. The
    distance is 1 if both words have the same `phonetic_code`, and 2 if the codes differ in one letter. ``word`` was
    converted to Latin letters from another script. ``lookup`` finds indexed words by hashes (see `WordLookup`)."""
    rows = list(lookup(spelling_keys(word) | phonetic_keys(word)))
    codes = (code for _, code, _ in rows)
    found = []
    for _, distance, index in extract(phonetic_code(word), codes, scorer=OSA.distance, score_cutoff=1, limit=None):
        other, _, importance = rows[index]
        # A different consonant costs more than a different letter, because languages write vowels differently.
        penalty = CODE_PENALTY * distance + LETTER_PENALTY * OSA.distance(word, other)
        found.append((penalty - IMPORTANCE_BONUS * math.log1p(importance), other, 1 + distance))
    return [(other, distance) for _, other, distance in nsmallest(MAX_PHONETIC_MATCHES, found)]


def _edit_distance(word, other, *, is_same_sound):
    """Return the edit distance (number of typing errors) between the typed ``word`` and ``other``. Return 0 if they are
    equal or too different. If ``other`` as a whole is too different, compare only its beginning, which has as many
    letters as ``word``. If the first letters differ and the words do not sound the same, only one error is allowed."""
    most = 1 if len(word) <= SHORT_WORD else 2 if len(word) <= MEDIUM_WORD else 3
    distance = OSA.distance(word, other, score_cutoff=most)
    if distance > most:
        distance = OSA.distance(word, other[: len(word)], score_cutoff=most)
    is_near = 0 < distance <= most and (distance == 1 or word[0] == other[0] or is_same_sound)
    return distance if is_near else 0


@lru_cache(maxsize=10_000)
def phonetic_code(word: str) -> str:
    """Return the consonants of a word, with one letter for similar consonants such as p and b: ``mgln`` for ``macron``.
    A vowel at the start becomes ``a``."""
    for letters, sound in SPELLINGS:
        word = word.replace(letters, sound)
    return ("a" if word[:1] in "aeiou" else "") + _consonants(word.translate(SIMILAR_CONSONANTS))


def phonetic_keys(word: str) -> set[int]:
    """Return hashes of the `phonetic_code` of a word, so that words that sound alike have some in common. If the code
    has five or more letters, there is also a hash for each letter that can be left out. A code of one letter has no
    hashes."""
    code = phonetic_code(word)
    if len(code) < MIN_CODE:
        return set()
    shorter = without_letters(code, 1) if len(code) >= MIN_CODE_FOR_ONE_ERROR else set()
    return {short_key(f"~{spelling}") for spelling in {code} | shorter}


def sound_classes(word: str) -> str:
    """Return the consonants of a word, each replaced by the letter of its group of similar consonants: b, s, d, l, m or
    n. Repeated letters are removed, so ``merkel`` becomes ``mlsl``."""
    word = SIBILANTS.sub("s", NASALS.sub("n", word))
    classes = NOT_A_CLASS.sub("", word.translate(CONSONANT_CLASSES))
    return REPEATED.sub(r"\1", D_BEFORE_S.sub("", classes))


def name_pair_keys(words: Sequence[str], country_code: str = "") -> set[int]:
    is_french = country_code in FRENCH_SPEAKING
    return pair_keys([_name_word_classes(word, is_french) for word in words[:MAX_NAME_WORDS]])


def name_word_keys(words: Sequence[str], country_code: str = "") -> set[int]:
    """Return hashes of the sound of each word of a name, as one set. A word with a single consonant has none. If
    ``country_code`` is that of a French-speaking country, also hash each word without its silent final letters."""
    is_french = country_code in FRENCH_SPEAKING
    return word_keys(_name_word_classes(word, is_french) for word in words[:MAX_NAME_WORDS])


@lru_cache(maxsize=20_000)
def _name_word_classes(word, is_french):
    spellings = {word, SILENT_IN_FRENCH.sub("", word)} if is_french else {word}
    for letters, other in OTHER_PRONUNCIATIONS:
        spellings |= {spelling.replace(letters, other) for spelling in spellings}
    classes = {sound_classes(spelling) for spelling in spellings}
    without_r = R_AFTER_VOWEL.sub("", word)
    return classes | {DROPPED_R + sound_classes(without_r)} if without_r != word else classes


def pair_keys(words: Iterable[Iterable[str]]) -> set[int]:
    """Return hashes of the sound of each pair of words in a name. ``words`` has one set for each word: the
    `sound_classes` of the pronunciations that the word may have. If one word has two pronunciations, and another has
    three, this pair has six hashes: one for each combination."""
    audible = [{sound for sound in sounds if sound.strip(DROPPED_R)} for sounds in words]
    pairs = (pair for one, other in combinations(audible, 2) for pair in product(one, other))
    return {text_key(f"~{' '.join(sorted(pair))}") for pair in pairs}


def word_keys(words: Iterable[Iterable[str]]) -> set[int]:
    """Return hashes of the sound of each word of a name, as one set. ``words`` has one set for each word: the
    `sound_classes` of the pronunciations that the word may have. Each pronunciation has a hash, unless it has only one
    consonant."""
    return {text_key(f"~~{sound}") for sounds in words for sound in sounds if len(sound.strip(DROPPED_R)) > 1}


def pronunciations(words: Iterable[str]) -> Pronunciations:
    return {
        (word, said): phonetic_code(said)
        for word in words
        for said in {word, SILENT_ENDING.sub("", word), SOFT_C.sub("s", SOFT_G.sub("j", word))}
    }


def similar_words(spellings: Iterable[str], known: Pronunciations) -> dict[str, float]:
    """Return the words of ``known`` that sound like one of the ``spellings``, as a dict {word: similarity}. The
    similarity is from 0.5 to 1. ``known`` maps (word, pronunciation) to the phonetic code of the pronunciation."""
    found = {}
    for spelling in spellings:
        code = phonetic_code(spelling)
        near = extract(code, known, scorer=OSA.normalized_similarity, score_cutoff=MIN_SIMILARITY, limit=None)
        for _, similarity, (word, said) in near:
            found[word] = max(found.get(word, 0.0), _similarity(spelling, said, similarity))
    return {word: similarity for word, similarity in found.items() if similarity >= MIN_SIMILARITY}


def _similarity(spelling, word, code_similarity):
    consonants = OSA.normalized_similarity(_consonants(spelling), _consonants(word))
    letters = JaroWinkler.similarity(spelling, word)
    return CODE_WEIGHT * code_similarity + CONSONANTS_WEIGHT * consonants + LETTERS_WEIGHT * letters


@lru_cache(maxsize=10_000)
def _consonants(word):
    return REPEATED.sub(r"\1", VOWELS.sub("", word))
