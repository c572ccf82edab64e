"""Lists of seats per party: "Labour Party (411); Conservative Party (121); Other (46)"."""

import re

from graph.importers.factbook.text import split_outside, without_brackets
from graph.kinds import NoParty
from graph.text.folding import fold

ENTRY = re.compile(r"(?P<name>.*?)[ ,]*\(?(?P<seats>[0-9]+)\)?\W*")
SEPARATOR = r"; |(?<=[0-9])\)?, (?=[A-ZÀ-ÿa-z])"
INDEPENDENTS = frozenset({"crossover", "independent", "independent deputies", "independents", "non partisans"})
OTHERS = frozenset({"", "other", "others"})
NO_PARTY = INDEPENDENTS | OTHERS | frozenset({"groups of citizens of turkmenistan", "vacant", "women"})


def seats(text: str) -> list[tuple[str, int]]:
    """Name as printed and number of seats of each party and alliance, without independents and others."""
    return [(name, count) for name, count in entries(text) if not is_no_party(name)]


def entries(text: str) -> list[tuple[str, int]]:
    """Name as printed and number of seats of everyone on the list."""
    found = [ENTRY.fullmatch(part) for part in split_outside(text, SEPARATOR)]
    return [(match["name"].strip(), int(match["seats"])) for match in found if match]


def largest(text: str) -> str:
    """The party or alliance with the most seats; empty when two have as many, or independents have more."""
    named = [entry for entry in entries(text) if not fold(entry[0]).startswith("other") and entry[0]]
    if not named:
        return ""
    most = max(count for _, count in named)
    first = [name for name, count in named if count == most]
    return first[0] if len(first) == 1 and not is_no_party(first[0]) else ""


def is_no_party(name: str) -> bool:
    """Whether a name means people without a party, or several parties."""
    return fold(without_brackets(name)) in NO_PARTY


def no_party_name(name: str) -> str:
    """What people without a party are called, one name for all spellings; several parties together are others."""
    bare = without_brackets(name)
    if fold(bare) in INDEPENDENTS:
        return NoParty.INDEPENDENTS.value
    return NoParty.OTHERS.value if fold(bare) in OTHERS else bare
