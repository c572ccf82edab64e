"""Text as it is written on web pages, cleaned: marks, asides, footnotes and letters of the wrong alphabet."""

import html
import re
import unicodedata

FOOTNOTE = re.compile(r"\[\w{1,4}\]")
BRACKETS = re.compile(r"\([^()]*\)|\([^()]*$")
BLANKS = re.compile(r"\s+")
APOSTROPHES = str.maketrans("`´", "''")

# Kept at the end of a text: what closes a pair, ends an abbreviation or belongs to the word.
CLOSING = ".)]”»\"'’!?+"

# Cyrillic and Greek letters that look like Latin ones and were typed in their place.
LOOKALIKES = str.maketrans("АВЕКМНОРСТХЈЅІавекмнорстхјѕіΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEKMHOPCTXJSIabekmhopctxjsiABEZHIKMNOPTYX")
LATIN = re.compile(r"[A-Za-z]")


def clean(text: str) -> str:
    """Composed, without entities, invisible characters, footnotes and stray punctuation, single blanks."""
    text = unicodedata.normalize("NFC", html.unescape(text)).translate(APOSTROPHES)
    text = "".join(_visible(character) for character in FOOTNOTE.sub("", text))
    text = BLANKS.sub(" ", text).strip()
    return _without_loose_marks(text)


def without_brackets(text: str) -> str:
    """The text without what stands in round brackets: ``Adel (Politiker)`` gives ``Adel``."""
    return BLANKS.sub(" ", BRACKETS.sub(" ", text)).strip()


def in_one_alphabet(text: str) -> str:
    """A Latin name without words of another alphabet; look-alike letters inside its words become Latin."""
    words = text.split()
    if not any(LATIN.search(word) for word in words):
        return text
    words = [word.translate(LOOKALIKES) if LATIN.search(word) else word for word in words]
    return " ".join(word for word in words if is_latin(word) or not _is_word(word))


def is_latin(text: str) -> bool:
    """Whether every letter of the text is of the Latin alphabet; combining marks do not count."""
    letters = [character for character in text if character.isalpha()]
    return bool(letters) and all(_is_latin_letter(letter) for letter in letters)


def _is_latin_letter(letter):
    return letter.isascii() or unicodedata.name(letter, "").startswith(("LATIN", "MODIFIER"))


def _is_word(text):
    return any(character.isalpha() for character in text)


def _visible(character):
    category = unicodedata.category(character)
    if character == "\N{ZERO WIDTH NON-JOINER}":
        return " "  # parts two words in Persian; without it they would grow together
    return "" if category in ("Cf", "Cc", "Cn", "Co") and not character.isspace() else character


def _without_loose_marks(text):
    while text and text[-1] not in CLOSING and unicodedata.category(text[-1])[0] in "PSZ":
        text = text[:-1]
    while text and unicodedata.category(text[0]) in ("Mn", "Zs"):
        text = text[1:]
    return text.strip()
