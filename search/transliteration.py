"""Transliteration: how names of other languages are spelled in a script, and how its letters may be read."""

import re
from collections import Counter
from unicodedata import name, normalize

GREEK, HEBREW, HAN, HANGUL, KATAKANA = "GREEK", "HEBREW", "CJK", "HANGUL", "KATAKANA"
ARABIC_ARTICLE = re.compile(r"\bال(?=\w{2})")
"""Arabic joins it to the name; Latin spellings separate it or leave it out."""
LETTER_GROUPS = {
    GREEK: ((r"\bμπ", "b"), ("γκ", "g"), ("τζ", "j"), ("τσ", "ts"), ("ου", "u")),
    HEBREW: (("ג'", "j"), ("[צץ]'", "ch"), ("ז'", "zh"), ("ת'", "th"), ("ו", "w")),
    HAN: (("[尔爾耳]", "l"),),
    HANGUL: ((r"^이(?=\w{1,3}$)", "리"), (r"^노(?=\w{1,3}$)", "로")),
    "CYRILLIC": (("ў", "w"), ("дж", "j"), ("цз", "j")),
    "DEVANAGARI": (("ं", "n"),),
}
"""Patterns that are not read letter by letter. Example: the Korean surname Lee is written as ``i``, Roh as ``no``."""
GERESH = "׳"
COMMON_READINGS = (("kh", "h"), ("v", "w"), ("w", "v"), ("g", "h"))
READINGS = {
    GREEK: (("nt", "d"), ("nt", "nd"), ("mp", "b"), *COMMON_READINGS),
    "CYRILLIC": (("ts", "t"), *COMMON_READINGS),
    KATAKANA: (("ji", "di"), ("chi", "ti"), ("ur", "vl"), *COMMON_READINGS),
}
"""Other sounds that a group of Latin letters may have: no script has a letter for every sound."""
SYLLABIC_SCRIPTS = frozenset({HAN, HANGUL})
SYLLABLES_OF_A_NAME = range(2, 5)
"""East Asian names are written without a blank: one or two syllables for the family, then the given name."""
SCRIPTS_WITHOUT_R = frozenset({HAN, HANGUL, KATAKANA, "HIRAGANA"})
"""These scripts leave out an r after a vowel: Robert is ``luobote`` and ``robato``."""
MAX_READINGS = 6


def script_of(text: str) -> str:
    """Return the Unicode name of the script that most letters belong to; empty if there are no letters."""
    scripts = Counter(name(letter, "").partition(" ")[0] for letter in text if letter.isalpha())
    return max(scripts, key=scripts.get, default="")


def respell(text: str) -> str:
    """Replace groups of letters for one sound by the Latin letters of this sound."""
    text = normalize("NFC", text.casefold().replace(GERESH, "'"))
    for pattern, sound in LETTER_GROUPS.get(script_of(text), ()):
        text = re.sub(pattern, sound, text)
    return text


def is_syllabic_name(text: str) -> bool:
    """Return whether the text may be a whole name in Han or Hangul."""
    scripts = {name(letter, "").partition(" ")[0] for letter in text}
    return len(text) in SYLLABLES_OF_A_NAME and scripts <= SYLLABIC_SCRIPTS


def split_variants(text: str) -> list[str]:
    """Return the ways to split a text into words: syllables of an East Asian name; with and without Arabic articles."""
    if is_syllabic_name(text):
        return [f"{text[0]} {text[1:]}", " ".join(text), text]
    return list(dict.fromkeys([text, ARABIC_ARTICLE.sub("", text)]))


def readings(word: str, script: str) -> list[str]:
    """Return the normalised word and up to five other words that the letters of the script may mean."""
    found = [word]
    for letters, other in READINGS.get(script, COMMON_READINGS):
        found += [known.replace(letters, other) for known in found if letters in known]
    return list(dict.fromkeys(found))[:MAX_READINGS]
