"""Words: what a name and what somebody typed are both cut into, so that they can meet."""

import re
from unicodedata import category

from graph.text.folding import fold

VERSION = 3
"""Raised when folding or cutting changes: an index made otherwise has to be built anew."""
MOST_WORDS = 8
LONGEST_WORD = 32
LONGEST_QUERY = 120
LONGEST_NAME = 200
MOST_WORDS_OF_A_NAME = 24
APOSTROPHES = "`´"
ASCII_SYMBOLS = re.compile("[$+<=>^|~]")
ABBREVIATION = re.compile(r"\b(?:\w\.){2,}")


def words_of_name(name: str) -> list[str]:
    """The folded words of a stored name: lower-case ASCII letters and digits."""
    return _words(fold(_undotted(name[:LONGEST_NAME])), MOST_WORDS_OF_A_NAME)


def words_typed(text: str) -> list[str]:
    """The folded words of a query, at most eight; empty when there is nothing to search for in it."""
    # Past the cache of `fold`: what strangers type would fill it.
    return _words(fold.__wrapped__(_undotted(text[:LONGEST_QUERY])), MOST_WORDS)


def _undotted(text):
    """``U.S.A.`` is one word, and a smiling face none."""
    letters = ASCII_SYMBOLS.sub(" ", text) if text.isascii() else "".join(map(_blank_for_symbol, text))
    return ABBREVIATION.sub(lambda match: match[0].replace(".", ""), letters)


def _blank_for_symbol(letter):
    return " " if category(letter)[0] == "S" and letter not in APOSTROPHES else letter


def _words(folded, most):
    return [word[:LONGEST_WORD] for word in folded.split()[:most]]
