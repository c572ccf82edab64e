"""Read words with a special meaning in queries, such as titles, from ``vocabulary.csv``: (list, key, words)."""

import csv
from pathlib import Path

from graph.kinds import ElectionKind, InstitutionType, Kind, OfficeType

FILE = Path(__file__).with_suffix(".csv")


def _read(name, key=str):
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["list"] == name]
    return {key(row["key"]): tuple(row["words"].split(";")) for row in rows}


STOP_WORDS = frozenset(_read("stop word")[""])
QUESTION_WORDS = frozenset(_read("question word")[""])
TITLES = frozenset(_read("title")[""])
ABBREVIATIONS = _read("abbreviation")
KIND_WORDS = {word: kind for kind, words in _read("kind", Kind).items() for word in words}
"""Maps a word such as "parties" to the kind of entity that it names. In names of entities it is an ordinary word."""
ELECTION_SYNONYMS = _read("election", ElectionKind)
OFFICE_SYNONYMS = _read("office", OfficeType)
INSTITUTION_SYNONYMS = _read("institution", InstitutionType)
IDEOLOGY_ENDINGS = _read("ideology")
"""Maps the ending of an ideology's name to endings for its supporters. The first ending that the name has is used."""
