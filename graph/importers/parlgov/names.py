"""How ParlGov spells the names of parties: ``Front Party | Flemish National Union`` was renamed once."""

import re
from collections import defaultdict
from pathlib import Path

from graph.importers.partyfacts.spelling import YEAR_AT_END, tidy, unique, without_brackets
from graph.importers.partyfacts.tables import Row, read_table
from graph.text.folding import fold

FILE = "23__parties__PartyNameChange.csv.gz"
COLUMNS = ("party", "date", "name", "name_english")
RENAMED = re.compile(r"\s*\|\s*")
# Names whose parts are words, not names: by number, English and native, the oldest first.
MADE_OF_PARTS = {
    "1104": (
        "Democratic Union | Freedom Union | Democratic Party",
        "Unia Demokratyczna | Unia Wolności | Partia Demokratyczna",
    ),
    "1278": ("Italian Democratic Socialists", "Socialisti Democratici Italiani"),
}


def names_in_order(value: str) -> list[str]:
    """The names a party had, the oldest first, without remarks in brackets and years that tell namesakes apart."""
    parts = (YEAR_AT_END.sub("", without_brackets(part)) for part in RENAMED.split(value))
    return unique(tidy(part) for part in parts)


def read_changes(path: Path) -> dict[str, list[Row]]:
    """The names each party took, the oldest first."""
    changes = defaultdict(list)
    for row in sorted(read_table(path / FILE, COLUMNS), key=lambda row: row["date"]):
        if names_in_order(row["name_english"]):
            changes[row["party"]].append(row)
    return changes


def name_on(day: str, shown: str, changes: list[Row]) -> str:
    """What a party was called that day, by the name it is shown by and the names it took."""
    names = [names_in_order(row["name_english"])[-1] for row in changes]
    taken = [name for row, name in zip(changes, names, strict=True) if row["date"] <= day]
    # The last name taken and the name shown are two translations of one name, unless the latter is an old one.
    is_shown = len(taken) == len(names) and fold(shown) not in {fold(name) for name in names[:-1]}
    return taken[-1] if taken and not is_shown else shown
