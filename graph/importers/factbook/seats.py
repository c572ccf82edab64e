"""Lists of seats per party: "Labour Party (411); Conservative Party (121); Other (46)"."""

import re
from collections import Counter

from graph.importers.factbook.text import split_outside

ENTRY = re.compile(r"(?P<name>.*?)[ ,]*\(?(?P<seats>[0-9]+)\)?\W*")
SEPARATOR = r"; |(?<=[0-9])\)?, (?=[A-ZÀ-ÿa-z])"
NO_PARTY = re.compile(
    r"\W*(?:others?|independents?|independent deputies|non-partisans?|crossover|groups of citizens|N/A|note|women|none)\b",
    re.IGNORECASE,
)


def seats(text: str) -> list[tuple[str, int]]:
    """Name as printed and number of seats of each party and alliance, without independents and others."""
    return [entry for entry in _entries(text) if entry[0] and not NO_PARTY.match(entry[0])]


def largest(text: str) -> str:
    """The party or alliance with the most seats; empty when two have as many, or independents have more."""
    entries = _entries(text)
    if not entries:
        return ""
    (name, most), *others = Counter(dict(entries)).most_common()
    rivals = [count for other, count in others if not other.lower().startswith("other")]
    if name.lower().startswith("other"):
        return _largest_but_others(entries)
    return "" if NO_PARTY.match(name) or most in rivals or not name else name


def _largest_but_others(entries):
    """"Other" is many small parties, of which none won."""
    rest = [entry for entry in entries if not entry[0].lower().startswith("other")]
    return largest("; ".join(f"{name} ({count})" for name, count in rest))


def _entries(text):
    found = [ENTRY.fullmatch(part) for part in split_outside(text.replace(" ", " "), SEPARATOR)]
    return [(match["name"].strip(), int(match["seats"])) for match in found if match]
