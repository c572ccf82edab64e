"""Transliteration: how scripts write names of other languages, and which Latin letters their letters may mean."""

import re
from collections import Counter
from unicodedata import name, normalize

GREEK, HEBREW, HAN, HANGUL, KATAKANA = "GREEK", "HEBREW", "CJK", "HANGUL", "KATAKANA"
ARABIC_ARTICLE = re.compile(r"\bال(?=\w{2})")
"""Matches the Arabic article *al*. Arabic joins it to the name; Latin spellings separate it or leave it out."""
LETTER_GROUPS = {
    GREEK: ((r"\bμπ", "b"), ("γκ", "g"), ("τζ", "j"), ("τσ", "ts"), ("ου", "u")),
    HEBREW: (("ג'", "j"), ("[צץ]'", "ch"), ("ז'", "zh"), ("ת'", "th"), ("ו", "w")),
    HAN: (("[尔爾耳]", "l"),),
    HANGUL: ((r"^이(?=\w{1,3}$)", "리"), (r"^노(?=\w{1,3}$)", "로")),
    "CYRILLIC": (("ў", "w"), ("дж", "j"), ("цз", "j")),
    "DEVANAGARI": (("ं", "n"),),
}
"""Maps a script to pairs (pattern, replacement). Example: Korean writes the surname Lee like ``i``, Roh like ``no``."""
GERESH = "׳"
COMMON_READINGS = (("kh", "h"), ("v", "w"), ("w", "v"), ("g", "h"))
READINGS = {
    GREEK: (("nt", "d"), ("nt", "nd"), ("mp", "b"), *COMMON_READINGS),
    "CYRILLIC": (("ts", "t"), *COMMON_READINGS),
    KATAKANA: (("ji", "di"), ("chi", "ti"), ("ur", "vl"), *COMMON_READINGS),
}
"""Maps a script to pairs (Latin letters, other letters that may be meant), because no script has all sounds."""
SYLLABIC_SCRIPTS = frozenset({HAN, HANGUL})
SYLLABLES_OF_A_NAME = range(2, 5)
"""How many syllables an East Asian name of a person has. It is written without a blank between its parts."""
SCRIPTS_WITHOUT_R = frozenset({HAN, HANGUL, KATAKANA, "HIRAGANA"})
"""Scripts that leave out an ``r`` after a vowel: Robert becomes ``luobote`` in Chinese and ``robato`` in Japanese."""
MAX_READINGS = 6


def script_of(text: str) -> str:
    """Return the Unicode name of the script of most letters, such as "GREEK"; empty if the text has no letters."""
    scripts = Counter(name(letter, "").partition(" ")[0] for letter in text if letter.isalpha())
    return max(scripts, key=scripts.get, default="")


def respell(text: str) -> str:
    """Return a text in lower case. Letters that together make one sound become this sound: Greek ``ου`` is ``u``."""
    text = normalize("NFC", text.casefold().replace(GERESH, "'"))
    for pattern, sound in LETTER_GROUPS.get(script_of(text), ()):
        text = re.sub(pattern, sound, text)
    return text


def is_syllabic_name(text: str) -> bool:
    """Return True for two to four characters that are all Han or Hangul. They may be a person's full name."""
    scripts = {name(letter, "").partition(" ")[0] for letter in text}
    return len(text) in SYLLABLES_OF_A_NAME and scripts <= SYLLABIC_SCRIPTS


def split_variants(text: str) -> list[str]:
    """Return versions of a text that differ in their blanks or Arabic articles; each may be what was meant.

    Two to four Han or Hangul characters are split into family and given name, into syllables, and not at all.
    """
    if is_syllabic_name(text):
        return [f"{text[0]} {text[1:]}", " ".join(text), text]
    return list(dict.fromkeys([text, ARABIC_ARTICLE.sub("", text)]))


def readings(word: str, script: str) -> list[str]:
    """Return the word, in Latin letters, and up to five other Latin spellings that may be meant in this script."""
    found = [word]
    for letters, other in READINGS.get(script, COMMON_READINGS):
        found += [known.replace(letters, other) for known in found if letters in known]
    return list(dict.fromkeys(found))[:MAX_READINGS]
