"""Names that the other tables of the source have for the same parties."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from graph.importers.partyfacts.spelling import alternatives, tidy
from graph.importers.partyfacts.tables import read_table
from graph.importers.records import NameRecord

# Table: columns with full names, columns with abbreviations.
TABLES = {
    "whogov.csv.gz": (("name_english", "name"), ("name_short",)),
    "vparty.csv.gz": (("name_english",), ("name_short",)),
    "euned.csv.gz": (("party_english", "party_native"), ("party_abbreviation",)),
    "ches.csv.gz": ((), ("party",)),
}
LONGEST_ACRONYM = 12


def read_aliases(path: Path) -> dict[str, list[NameRecord]]:
    """Aliases and acronyms by Party Facts number, in the order of the tables."""
    found = defaultdict(list)
    for file, (names, acronyms) in TABLES.items():
        for row in read_table(path / file, ("partyfacts_id", *names, *acronyms)):
            found[row["partyfacts_id"]] += [*_aliases(row, names), *_acronyms(row, acronyms)]
    return found


def acronym_parts(short_name: str) -> list[str]:
    """``JSP/SDP`` are two acronyms, ``PPP/C`` is one: a single letter does not stand for a party."""
    parts = [tidy(part) for part in short_name.split("/")]
    return parts if all(len(part) > 1 for part in parts) else [tidy(short_name)]


def _aliases(row, columns) -> Iterator[NameRecord]:
    for column in columns:
        yield from (NameRecord(name=name) for name in alternatives(row[column]))


def _acronyms(row, columns) -> Iterator[NameRecord]:
    for column in columns:
        short = (name for name in acronym_parts(row[column]) if 1 < len(name) <= LONGEST_ACRONYM)
        yield from (NameRecord(name=name, kind="acronym") for name in short)
