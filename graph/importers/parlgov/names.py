"""How ParlGov spells the names of parties: ``Front Party | Flemish National Union`` was renamed once."""

import re

from graph.importers.partyfacts.spelling import YEAR_AT_END, tidy, unique, without_brackets

RENAMED = re.compile(r"\s*\|\s*")
# Names whose parts are words, not names: by number, the name in English and its own language, the oldest first.
MADE_OF_PARTS = {
    "1566": (("Democratic Union", "Freedom Union"), ("Unia Demokratyczna", "Unia Wolności")),
    "596": (("Italian Democratic Socialists",), ("Socialisti Democratici Italiani",)),
}


def names_in_order(value: str) -> list[str]:
    """The names a party had, the oldest first, without remarks in brackets and years that tell namesakes apart."""
    parts = (YEAR_AT_END.sub("", tidy(part)) for part in RENAMED.split(value))
    return unique(tidy(without_brackets(part).replace(" -- ", " – ")) for part in parts)
