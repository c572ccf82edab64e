"""Names by ear: two words of a name, as coarsely as all scripts hear them, lead to whoever bears it."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, product

from search.keys import REPEATED, name_key
from search.transliteration import WITHOUT_R, readings

TOGETHER = re.compile("tsch|sch|tch|sh|zh|dj|cz")
CLASSES = str.maketrans("pfvbkcqzjxgstdrlmn", "bbbbssssssssddllmn")
SILENT = re.compile("[^bsdlmn]")
THROUGH_THE_NOSE = re.compile("ngh?$|m(?=[bpf])")
BEFORE_S = re.compile("d(?=s)")
AFTER_A_VOWEL = re.compile("r(?![aeiouy])")
UNHEARD_R = "*"
READ_OTHERWISE = (("j", "y"), ("ch", "h"), ("lm", "m"), ("lk", "k"))
"""Letters of names that languages pronounce unlike: a Norwegian Jan is ``yan``, a Scottish Salmond ``samond``."""
AT_THE_END = re.compile("(?<=[a-z]{3})[dtsxzpr]+$")
"""What French writes at the end of a word and leaves unsaid: Ayrault is ``ero``."""
SPEAK_FRENCH = frozenset("fr be ca ch lu mc ht bf bi bj cd cf cg ci cm dj ga gn km mg ml ne rw sn td tg".split())
MOST_WORDS = 8


def heard(word: str) -> str:
    """Six classes of consonants, none twice in a row: what all scripts tell apart. Empty for ``aye``."""
    word = TOGETHER.sub("s", THROUGH_THE_NOSE.sub("n", word))
    consonants = SILENT.sub("", word.translate(CLASSES))
    return REPEATED.sub(r"\1", BEFORE_S.sub("", consonants))


def pairs_of_name(words: Iterable[str], country_code: str = "") -> set[int]:
    """The keys of each two words of a name, in every way they may be pronounced where its bearer lives."""
    is_french = country_code in SPEAK_FRENCH
    return _keys([_pronounced(word, is_french) for word in list(words)[:MOST_WORDS]])


def pairs_typed(words: Iterable[str], script: str) -> set[int]:
    """The keys of each two words that were typed in the script, in every way it may be read."""
    mark = UNHEARD_R if script in WITHOUT_R else ""
    sounds = [{heard(reading) for reading in readings(word, script)} for word in words]
    return _keys([{*known, *(mark + sound for sound in known)} for known in sounds])


@lru_cache(maxsize=100_000)
def _pronounced(word, is_french):
    spellings = {word, AT_THE_END.sub("", word)} if is_french else {word}
    for letters, other in READ_OTHERWISE:
        spellings |= {known.replace(letters, other) for known in spellings}
    without_r = AFTER_A_VOWEL.sub("", word)
    return {heard(spelling) for spelling in spellings} | (
        {UNHEARD_R + heard(without_r)} if without_r != word else set()
    )


def _keys(words):
    told = [{sound for sound in sounds if sound.strip(UNHEARD_R)} for sounds in words]
    pairs = (pair for one, other in combinations(told, 2) for pair in product(one, other))
    return {name_key(f"~{' '.join(sorted(pair))}") for pair in pairs}
