"""Names of persons as sources shout and shuffle them, brought to the order and case people write."""

import re

PARTICLES = frozenset(
    "al as at bin bint da das de del della den der des di do dos du e el ibn la las le los mac of ould ter the und van "
    "von vom y zu zum zur".split()
)
ROMAN = re.compile(r"(?:I{1,3}|IV|VI{0,3}|IX|X{1,2}|XI{1,3}|XIV|XV|XVI)")
WORD = re.compile(r"[^\W\d_]+", re.UNICODE)
SURNAME_FIRST = re.compile(r"([^,]+), *([^,]+)")
SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv|junior|senior|md|phd)\.?", re.IGNORECASE)


def is_upper_case(word: str) -> bool:
    """Whether a word of at least two letters stands in capitals: ``MACRON``, ``O'NEILL``, not ``J.``"""
    letters = "".join(WORD.findall(word))
    return len(letters) > 1 and letters.isupper() and not ROMAN.fullmatch(letters)


def to_title_case(name: str) -> str:
    """Put words in capitals into title case, particles low, initials and Roman numbers kept.

    ``"Emmanuel MACRON"`` gives ``"Emmanuel Macron"``, ``"Marine LE PEN"`` gives ``"Marine Le Pen"``,
    ``"CARLOS DE LA TORRE"`` gives ``"Carlos de la Torre"``.
    """
    words = name.split()
    whole = all(is_upper_case(word) or not WORD.search(word) or len(word.strip(".")) == 1 for word in words)
    return " ".join(_lowered(word, whole and place > 0) for place, word in enumerate(words))


def turn_round(name: str) -> str:
    """``"Singh, Manmohan"`` gives ``"Manmohan Singh"``; a name with a suffix or several commas stays."""
    match = SURNAME_FIRST.fullmatch(name.strip())
    if not match or SUFFIX.fullmatch(match[2].strip()):
        return name.strip()
    return f"{match[2].strip()} {match[1].strip()}"


def _lowered(word, inside_shouted_name):
    if not is_upper_case(word):
        return word
    if inside_shouted_name and word.lower() in PARTICLES:
        return word.lower()
    return WORD.sub(lambda match: _titled(match[0]), word)


def _titled(letters):
    if len(letters) > 3 and letters.startswith("MC"):
        return f"Mc{letters[2]}{letters[3:].lower()}"
    return letters[0] + letters[1:].lower()
