"""The Factbook's texts brought from HTML to clean lines, and taken apart at their brackets."""

import html
import re
import unicodedata
from functools import lru_cache

LINE_BREAK = re.compile(r"<br\s*/?>|</?p>", re.IGNORECASE)
TAG = re.compile(r"<[^>]+>")
BLANKS = re.compile(r"\s+")
INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\x00-\x08\x0e-\x1f]")
QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "ʻ": "'", "`": "'"})
OPENING, CLOSING = "([", ")]"


def lines(markup: str) -> list[str]:
    """The lines of a text, parted where the markup breaks them, without tags, entities and doubled blanks."""
    cleaned = (_clean(part) for part in LINE_BREAK.split(markup))
    return [line for line in cleaned if line]


def plain(markup: str) -> str:
    """The whole text in one line."""
    return " ".join(lines(markup))


def without_note(text: str) -> str:
    """The text before ``; note`` or ``note -``, which starts a remark."""
    return re.split(r"[;, ]*\bnote ?-", text, maxsplit=1)[0].strip()


def split_outside(text: str, separator: str) -> list[str]:
    """Split at a regular expression, but not inside brackets; empty parts are left out."""
    depths, depth = [], 0
    for sign in text:
        depth += (sign in OPENING) - (sign in CLOSING and depth > 0)
        depths.append(depth)
    return list(_parts(text, [match for match in _pattern(separator).finditer(text) if not depths[match.start()]]))


def without_brackets(text: str) -> str:
    """The text without what stands in round or square brackets, however deep; a lost bracket goes as well."""
    kept, depth = [], 0
    for sign in text:
        depth += sign in OPENING
        if not depth and sign not in CLOSING:
            kept.append(sign)
        depth -= sign in CLOSING and depth > 0
    return BLANKS.sub(" ", "".join(kept)).strip(" ,;")


def brackets(text: str) -> list[str]:
    """What stands in the outermost round brackets, in their order."""
    found, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        if sign == "(":
            start = place + 1 if not depth else start
            depth += 1
        elif sign == ")" and depth:
            depth -= 1
            if not depth:
                found.append(text[start:place].strip())
    return found


def english_and_native(text: str) -> tuple[str, str]:
    """``"Senate (Sénat)"`` gives the English and the native name, the latter empty when it says nothing new."""
    english, inside = without_brackets(text), brackets(text)
    native = inside[0] if inside else ""
    return english, "" if native == english else native


def _parts(text, cuts):
    starts = [0, *(cut.end() for cut in cuts)]
    ends = [*(cut.start() for cut in cuts), len(text)]
    for start, end in zip(starts, ends, strict=True):
        if text[start:end].strip():
            yield text[start:end].strip()


@lru_cache
def _pattern(separator):
    return re.compile(separator)


def _clean(part):
    text = INVISIBLE.sub("", html.unescape(TAG.sub("", part))).translate(QUOTES)
    return BLANKS.sub(" ", unicodedata.normalize("NFC", text)).strip()
