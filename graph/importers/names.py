"""Convert names of persons in capital letters to title case: ``MACRON`` becomes ``Macron``."""

import re

PARTICLES = frozenset(
    "al as at bin bint da das de del della den der des di do dos du e el ibn la las le los mac of ould ter the und van "
    "von vom y zu zum zur".split()
)
ROMAN_NUMERAL = re.compile(r"(?:I{1,3}|IV|VI{0,3}|IX|X{1,2}|XI{1,3}|XIV|XV|XVI)")
WORD = re.compile(r"[^\W\d_]+", re.UNICODE)
SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv|junior|senior|md|phd)\.?", re.IGNORECASE)


def is_upper_case(word: str) -> bool:
    """Return True if a word is in capital letters. Single letters and Roman numerals do not count."""
    letters = "".join(WORD.findall(word))
    return len(letters) > 1 and letters.isupper() and not ROMAN_NUMERAL.fullmatch(letters)


def to_title_case(name: str) -> str:
    """Convert words in capital letters to title case: ``CARLOS DE LA TORRE`` becomes ``Carlos de la Torre``."""
    words = name.split()
    is_whole = all(is_upper_case(word) or not WORD.search(word) or len(word.strip(".")) == 1 for word in words)
    return " ".join(_word(word, may_be_particle=is_whole and index > 0) for index, word in enumerate(words))


def _word(word, may_be_particle):
    if not is_upper_case(word):
        return word
    if may_be_particle and word.lower() in PARTICLES:
        return word.lower()
    return WORD.sub(lambda match: _title(match[0]), word)


def _title(letters):
    if len(letters) > 3 and letters.startswith("MC"):
        return f"Mc{letters[2]}{letters[3:].lower()}"
    return letters[0] + letters[1:].lower()
