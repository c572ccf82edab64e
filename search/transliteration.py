"""How other scripts write names by ear: letters that stand for one sound, and letters with several readings."""

import re
from collections import Counter
from unicodedata import name, normalize

GREEK, HEBREW, HAN, HANGUL, KATAKANA = "GREEK", "HEBREW", "CJK", "HANGUL", "KATAKANA"
ARABIC_ARTICLE = re.compile(r"\bال(?=\w{2})")
"""Written with the name it stands before, which Latin letters part or leave out."""
TOGETHER = {
    GREEK: ((r"\bμπ", "b"), ("γκ", "g"), ("τζ", "j"), ("τσ", "ts"), ("ου", "u")),
    HEBREW: (("ג'", "j"), ("[צץ]'", "ch"), ("ז'", "zh"), ("ת'", "th"), ("ו", "w")),
    HAN: (("[尔爾耳]", "l"),),
    HANGUL: ((r"^이(?=\w{1,3}$)", "리"), (r"^노(?=\w{1,3}$)", "로")),
    "CYRILLIC": (("ў", "w"), ("дж", "j"), ("цз", "j")),
    "DEVANAGARI": (("ं", "n"),),
}
"""Patterns of what is read otherwise than letter by letter: Lee and Roh are ``i`` and ``no`` in Korean, for one."""
GERESH = "׳"
ANYWHERE = (("kh", "h"), ("v", "w"), ("w", "v"), ("g", "h"))
READINGS = {
    GREEK: (("nt", "d"), ("nt", "nd"), ("mp", "b"), *ANYWHERE),
    "CYRILLIC": (("ts", "t"), *ANYWHERE),
    KATAKANA: (("ji", "di"), ("chi", "ti"), ("ur", "vl"), *ANYWHERE),
}
"""What a folded word may be read as besides: scripts have no letter for every sound, and each language its habits."""
SYLLABIC = frozenset({HAN, HANGUL})
SYLLABLES_OF_A_NAME = range(2, 5)
"""East Asian names are written without a blank: a syllable or two for the family, and the given name."""
WITHOUT_R = frozenset({HAN, HANGUL, KATAKANA, "HIRAGANA"})
"""Scripts that leave out an r after a vowel: Robert is ``luobote`` and ``robato``."""
MOST_READINGS = 6


def script_of(text: str) -> str:
    """The script of most of its letters, as Unicode calls it; empty when there are none."""
    scripts = Counter(name(letter, "").partition(" ")[0] for letter in text if letter.isalpha())
    return max(scripts, key=scripts.get, default="")


def respelled(text: str) -> str:
    """The text with the letters that stand for one sound together written as that sound."""
    text = normalize("NFC", text.casefold().replace(GERESH, "'"))
    for pattern, sound in TOGETHER.get(script_of(text), ()):
        text = re.sub(pattern, sound, text)
    return text


def is_in_syllables(text: str) -> bool:
    """Whether the text may be a name in East Asian syllables."""
    scripts = {name(letter, "").partition(" ")[0] for letter in text}
    return len(text) in SYLLABLES_OF_A_NAME and scripts <= SYLLABIC


def parted(text: str) -> list[str]:
    """The text, and how else its words may be parted: syllables of a name, a name without its Arabic article."""
    if is_in_syllables(text):
        return [f"{text[0]} {text[1:]}", " ".join(text), text]
    return list(dict.fromkeys([text, ARABIC_ARTICLE.sub("", text)]))


def readings(word: str, script: str) -> list[str]:
    """The folded word and up to five others that the same letters may stand for."""
    found = [word]
    for letters, other in READINGS.get(script, ANYWHERE):
        found += [known.replace(letters, other) for known in found if letters in known]
    return list(dict.fromkeys(found))[:MOST_READINGS]
