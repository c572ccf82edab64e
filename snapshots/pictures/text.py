import re
from itertools import product

from graph.kinds import ElectionKind
from graph.text.folding import fold

WORD = re.compile(r"\w{4,}")


def seat_word(kind: str | None) -> str:
    """Return the word for what a party wins in an election of this kind: "elector" if it is presidential, otherwise
    "seat"."""
    return "elector" if kind == ElectionKind.PRESIDENTIAL else "seat"


def shortened(text: str, longest: int) -> str:
    """Return the text with at most ``longest`` characters, because SVG does not wrap lines. A text that was cut ends
    with "…"."""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def is_other_name(name: str, party: str) -> bool:
    """Return True if readers may not see that two names mean the same party: ``name``, which a source uses, and
    ``party``, the name of today. This is so if the two have no word in common. Only words of at least four letters
    count, except "party". Words are the same if one begins with the other, such as ``democrat`` and ``democrats``.
    Return False if ``name`` is empty."""
    if not name or fold(name) == fold(party):
        return False
    pairs = product(_words(name), _words(party))
    return not any(one.startswith(other) or other.startswith(one) for one, other in pairs)


def _words(name):
    return set(WORD.findall(fold(name))) - {"party"}
