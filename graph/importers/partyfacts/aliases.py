"""Names that the other tables of the source have for the same parties."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from graph.importers.partyfacts.spelling import alternatives, tidy
from graph.importers.partyfacts.tables import read_table
from graph.importers.records import NameRecord
from graph.text.folding import fold

# Table: columns with full names, column with the abbreviation.
TABLES = {
    "whogov.csv.gz": (("name_english", "name"), "name_short"),
    "vparty.csv.gz": (("name_english",), "name_short"),
    "euned.csv.gz": (("party_english", "party_native"), "party_abbreviation"),
    "ches.csv.gz": ((), "party"),
}
LONGEST_ACRONYM = 12
REMARK = re.compile(r"[·:;]|\(including", re.IGNORECASE)
NO_NAMES = frozenset({"unidentified", "unknown", "independent"})


def read_aliases(path: Path) -> dict[str, list[NameRecord]]:
    """Aliases and acronyms by Party Facts number, in the order of the tables."""
    found = defaultdict(list)
    for file, (names, acronym) in TABLES.items():
        for id, rows in _by_party(path / file, names, acronym).items():
            found[id] += [record for row in rows for record in _records(row, names, acronym)]
    return found


def acronym_parts(short_name: str, names: list[str]) -> list[str]:
    """``JSP/SDP`` are two acronyms where the party has two names, too; else the slash is the acronym's own."""
    parts = [tidy(part) for part in short_name.split("/")]
    if len(parts) != len(names) or any(len(part) < 2 for part in parts):
        parts = [tidy(short_name)]
    return [part for part in parts if part]


def _by_party(file, names, acronym):
    """The rows of each party whose rows agree on its name: where they differ, some mean a branch or forerunner."""
    parties = defaultdict(list)
    for row in read_table(file, ("partyfacts_id", *names, acronym)):
        parties[row["partyfacts_id"]].append(row)
    column = names[0] if names else acronym
    return {id: rows for id, rows in parties.items() if len({fold(row[column]) for row in rows}) == 1}


def _records(row, columns, acronym) -> Iterator[NameRecord]:
    for column in columns:
        for name in alternatives(row[column]):
            if fold(name) not in NO_NAMES and not REMARK.search(name):
                yield NameRecord(name=name)
    for name in acronym_parts(row[acronym], alternatives(row[columns[0]]) if columns else []):
        if 1 < len(name) <= LONGEST_ACRONYM:
            yield NameRecord(name=name, kind="acronym")
