import re
from functools import lru_cache
from unicodedata import category

from graph.text.folding import fold

VERSION = 5
"""The version of the rules by which texts are normalised and split into words. Increase it when the rules change: the
index is then rebuilt."""
MAX_QUERY_TOKENS, MAX_NAME_TOKENS = 8, 24
MAX_TOKEN_LENGTH, MAX_QUERY_LENGTH, MAX_NAME_LENGTH = 32, 120, 200
NOT_IN_WORDS = re.compile(r"[^\w\s`´]")
"""Matches symbols and punctuation, but not ` and ´, which people use as apostrophes."""
ABBREVIATION = re.compile(r"\b(?:\w\.){2,}")


# The cache saves time: index documents have the names of related parties and offices, which many entities share.
@lru_cache(maxsize=10_000)
def tokenise_name(name: str) -> tuple[str, ...]:
    return tuple(_tokens(fold(_clean(name[:MAX_NAME_LENGTH])), MAX_NAME_TOKENS))


def tokenise_query(text: str) -> list[str]:
    # Do not use the cache of `fold`: the queries of users would fill it.
    return _tokens(fold.__wrapped__(_clean(text[:MAX_QUERY_LENGTH])), MAX_QUERY_TOKENS)


def _clean(text):
    """Replace symbols such as emoji by blanks. Remove the dots of abbreviations, so that ``U.S.A.`` becomes ``USA``."""
    text = NOT_IN_WORDS.sub(lambda match: " " if category(match[0])[0] == "S" else match[0], text)
    return ABBREVIATION.sub(lambda match: match[0].replace(".", ""), text)


def _tokens(folded, limit):
    return [token[:MAX_TOKEN_LENGTH] for token in folded.split()[:limit]]
