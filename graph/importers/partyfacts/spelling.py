"""Split cells of Party Facts into names. `` / `` separates alternative names, and ``//`` separates languages. Words in
square brackets are optional. If two parties have the same name, a year follows it, as in ``Free Party (1990)``."""

import csv
import re
from collections.abc import Iterable
from pathlib import Path

from graph.text.characters import clean
from graph.text.folding import fold

# Maps English names of languages to ISO 639-1 codes.
LANGUAGES = dict(csv.reader((Path(__file__).parent / "languages.csv").read_text().splitlines()[1:]))
LABELLED = re.compile(r"([A-Za-z][\w' -]{1,25}?)\s*:\s*(.+)", re.DOTALL)
SEPARATOR = re.compile(r"\s*//\s*|\s+\|\s+|\s+/\s*|\s*/\s+")
SLASH = re.compile(r"(?<=\w)/(?=\w)")
BRACKETS = re.compile(r"\[[^\[\]]*\]")
SLASH_IN_BRACKETS = re.compile(r"\[[^\[\]]*/[^\[\]]*\]")
YEAR_AT_END = re.compile(r"\s*\((?:1[89]|20)\d\d\)$|\s+(?:--|–)\s+(?:1[89]|20)\d\d$")
# Matches a name with optional words in brackets, or with a year at the end. Brackets at the end contain a remark.
OPTIONAL_WORDS = re.compile(rf"\][^\[\]]+$|{YEAR_AT_END.pattern}")
AROUND = " ;,\t"
PAIRS = ('""', "()", "[]", "«»")
ADDRESS = re.compile(r"https?://")


def tidy(name: str) -> str:
    """Return the name without unpaired brackets and quotation marks. Return "" if it is a URL or has no letters."""
    name = clean(name.replace("( ", "(").replace(" )", ")").replace(" -- ", " – ")).strip(AROUND)
    for opening, closing in PAIRS:
        if name.count(opening) != name.count(closing) or (opening == closing and name.count(opening) % 2):
            name = clean(name.replace(opening, " ").replace(closing, " "))
    return "" if ADDRESS.match(name) or not fold(name) else name


def alternatives(name: str) -> list[str]:
    """Split a cell into names: ``Apple Party / Free Party`` has two names, but ``People's Party/Civic`` is one name."""
    parts = []
    for whole in SEPARATOR.split(without_brackets(name)):
        split = SLASH.split(whole)
        # A slash without blanks separates names only if each of them has several words.
        parts += split if all(len(part.split()) > 1 for part in split) else [whole]
    return unique(tidy(YEAR_AT_END.sub("", tidy(part))) for part in parts)


def spelled_out(name: str) -> list[str]:
    """Split a cell into names, and return those that have optional words or end with a year: ``[United] Party / Free
    Party (1990) / Civic Party`` gives ``United Party`` and ``Free Party (1990)``."""
    parts = SEPARATOR.split(name) if not SLASH_IN_BRACKETS.search(name) else []
    return unique(tidy(re.sub(r"[\[\]]", " ", part)) for part in parts if OPTIONAL_WORDS.search(part))


def without_brackets(name: str) -> str:
    """Remove words in square brackets: return ``Party`` for ``[United] Party``."""
    return tidy(BRACKETS.sub(" ", name))


def unique(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(name for name in names if name))


def acronym_parts(short_name: str, names: list[str]) -> list[str]:
    """Return the acronyms in a cell. ``JSP/SDP`` is two acronyms if the party has two ``names``, otherwise one."""
    parts = [tidy(part) for part in short_name.split("/")]
    if len(parts) != len(names) or any(len(part) < 2 for part in parts):
        parts = [tidy(short_name)]
    return list(filter(None, parts))


def in_languages(value: str) -> list[tuple[str, str]]:
    """Split ``Pashto: …; Dari: …`` into pairs (name, ISO 639-1 code). For an unknown language, the code is ""."""
    found = []
    for part in value.split(";"):
        match = LABELLED.fullmatch(part.strip())
        found.append((match[2], LANGUAGES.get(match[1], "")) if match else (part.strip(), ""))
    return found
