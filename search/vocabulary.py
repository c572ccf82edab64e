import csv
from pathlib import Path

from graph.kinds import ElectionKind, InstitutionType, Kind, OfficeType


def _rows(file_name):
    with Path(__file__).with_name(file_name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _read(name, key=str):
    return {key(row["key"]): tuple(row["words"].split(";")) for row in VOCABULARY if row["list"] == name}


VOCABULARY, COUNTRIES, PARTY_WORDS = map(_rows, ("vocabulary.csv", "countries.csv", "party_words.csv"))
STOP_WORDS = frozenset(_read("stop word")[""])
QUESTION_WORDS = frozenset(_read("question word")[""])
RACE_WORDS = frozenset(_read("race")[""])
"""Words such as "constituency" that ask for a race, but are not part of its name."""
TITLES = frozenset(_read("title")[""])
ABBREVIATIONS = _read("abbreviation")
KIND_WORDS = {word: kind for kind, words in _read("kind", Kind).items() for word in words}
"""Maps a word such as "parties" to the kind of entity that the word names in a query."""
ELECTION_SYNONYMS = _read("election", ElectionKind)
OFFICE_SYNONYMS = _read("office", OfficeType)
INSTITUTION_SYNONYMS = _read("institution", InstitutionType)
IDEOLOGY_ENDINGS = _read("ideology")
"""Maps the ending of an ideology's name, such as "ism", to endings of words for its supporters, such as "ist"."""
DEMONYMS = {row["code"]: tuple(row["demonyms"].split(";")) for row in COUNTRIES if row["demonyms"]}
EVERYDAY_NAMES = {row["code"]: tuple(row["names"].split(";")) for row in COUNTRIES if row["names"]}
