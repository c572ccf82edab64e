"""How Party Facts spells the names of parties: alternatives, optional words, years that tell namesakes apart."""

import re
from collections.abc import Iterable

from graph.text.characters import clean
from graph.text.folding import fold

# The authors' code book parts alternatives by " / " and language versions by "//".
PARTED = re.compile(r"\s*//\s*|\s+\|\s+|\s+/\s*|\s*/\s+")
SLASH = re.compile(r"(?<=\w)/(?=\w)")
BRACKETS = re.compile(r"\[[^\[\]]*\]")
SLASH_IN_BRACKETS = re.compile(r"\[[^\[\]]*/[^\[\]]*\]")
YEAR_AT_END = re.compile(r"\s*\((?:1[89]|20)\d\d\)$|\s+(?:--|–)\s+(?:1[89]|20)\d\d$")
# Words in brackets at the end are a remark, before it a part of the name that comes and goes.
OPTIONAL_WORDS = re.compile(rf"\][^\[\]]+$|{YEAR_AT_END.pattern}")
AROUND = " ;,\t"
PAIRS = ('""', "()", "[]", "«»")
ADDRESS = re.compile(r"https?://")


def tidy(name: str) -> str:
    """The name cleaned; empty when it is an address, or has neither letters nor digits."""
    name = clean(name.replace("( ", "(").replace(" )", ")").replace(" -- ", " – ")).strip(AROUND)
    for opening, closing in PAIRS:
        if name.count(opening) != name.count(closing) or (opening == closing and name.count(opening) % 2):
            name = clean(name.replace(opening, " ").replace(closing, " "))
    return "" if ADDRESS.match(name) or not fold(name) else name


def alternatives(name: str) -> list[str]:
    """The names that a value holds: ``Apple / Party of Free Democrats`` are two, ``People's Party/Civic`` is one.

    Without words in square brackets, which are optional, and without a year at the end, which the authors added.
    """
    parts = PARTED.split(without_brackets(name))
    parts = [part for whole in parts for part in _names_joined_by_a_slash(whole)]
    return unique(tidy(YEAR_AT_END.sub("", tidy(part))) for part in parts)


def spelled_out(name: str) -> list[str]:
    """The names with the optional words or the year that `alternatives` leaves out, where they can stand in a name."""
    parts = PARTED.split(name) if not SLASH_IN_BRACKETS.search(name) else []
    return unique(tidy(re.sub(r"[\[\]]", " ", part)) for part in parts if OPTIONAL_WORDS.search(part))


def without_brackets(name: str) -> str:
    """``[United] Democratic Party`` gives ``Democratic Party``."""
    return tidy(BRACKETS.sub(" ", name))


def unique(names: Iterable[str]) -> list[str]:
    """The names that are not empty, the first of each spelling."""
    return list(dict.fromkeys(name for name in names if name))


def _names_joined_by_a_slash(name):
    """A slash without blanks parts names of several words only; else it belongs to the name."""
    parts = SLASH.split(name)
    return parts if all(len(part.split()) > 1 for part in parts) else [name]
