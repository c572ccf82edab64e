import re

from config.http.tables import read_csv
from graph.kinds import ElectionKind, InstitutionType, Kind, OfficeType


def _rows(file_name):
    return read_csv(__file__, f"data/{file_name}")


def _read(name, key=str):
    return {key(row["key"]): tuple(row["words"].split(";")) for row in VOCABULARY if row["list"] == name}


def _groups(file_name):
    groups = [row["names"].split(";") for row in _rows(file_name)]
    return {name: [other for other in group if other != name] for group in groups for name in group}


VOCABULARY, COUNTRIES, PARTY_WORDS = map(_rows, ("vocabulary.csv", "countries.csv", "party_words.csv"))
ROLES = _rows("roles.csv")
STOP_WORDS = frozenset(_read("stop word")[""])
QUESTION_WORDS = frozenset(_read("question word")[""])
QUESTIONS = re.compile(rf"^\W*(?:{'|'.join(_read('question')[''])})\s+(?=\w)", re.IGNORECASE)
"""Matches the words for "who is" or "who was" in another language at the start of a query, such as ``wer ist``."""
RACE_WORDS = frozenset(_read("race")[""])
"""Words in queries that ask for a race, such as "constituency", but are not part of its name."""
TITLES = frozenset(_read("title")[""])
ABBREVIATIONS = _read("abbreviation")
KIND_WORDS = {word: kind for kind, words in _read("kind", Kind).items() for word in words}
"""Maps a word such as "parties" to the kind of entity that the word names in a query."""
ELECTION_SYNONYMS = _read("election", ElectionKind)
OFFICE_SYNONYMS = _read("office", OfficeType)
OFFICE_NAMES = _read("office name")
"""Maps the name of an office, without its country, to names that people use for its holder: "Member of the Senate" to
("Senator",)."""
INSTITUTION_SYNONYMS = _read("institution", InstitutionType)
PLAIN_WORDS = frozenset(_read("plain word")[""])
"""Everyday words, and words such as "mayor" for things that the graph does not have. The search never treats them as
misspelled names."""
NICKNAMES = {row["slug"]: tuple(row["names"].split(";")) for row in _rows("nicknames.csv")}
"""Maps the slug of an entity to short forms and nicknames by which people search for it."""
SAME_GIVEN_NAMES = _groups("given_names.csv")
"""Maps a given name to its forms in other languages, and to its short forms."""
IDEOLOGY_ENDINGS = _read("ideology")
"""Maps the ending of an ideology's name, such as "ism", to endings of words for its supporters, such as "ist"."""
DEMONYMS = {row["code"]: tuple(row["demonyms"].split(";")) for row in COUNTRIES if row["demonyms"]}
EVERYDAY_NAMES = {row["code"]: tuple(row["names"].split(";")) for row in COUNTRIES if row["names"]}
