"""What a party is called that stands in the source under a code, as a parliamentary club or in capitals."""

import csv
import re
from functools import cache
from pathlib import Path

from graph.importers.everypolitician.text import clean, is_latin
from graph.importers.names import PARTICLES, to_title_case
from graph.text.folding import fold

# Columns: country of the source, group as the source has it, party (parties that stood together parted by "; ").
TABLE = Path(__file__).with_name("party_names.csv")

# Lists of several fronts, which a member was on at the same time.
SEVERAL_FRONTS = re.compile(r"\s*[-–،]\s*|\s+و\s+")
LISTS_OF_FRONTS = frozenset({"Iran"})

NUMBER_IN_BRACKETS = re.compile(r" \(\d+\)$")
LONG_BRACKETS_AT_END = re.compile(r" \([^()]{5,}\)$")
QUOTED = re.compile(r"[\"'“„«](?P<name>.*)[\"'”»]")
LEADING_ARTICLE = re.compile(r"^the ")
CLUB_WORDS = re.compile(r"(?<=Party) Faction$| Chaired by .*$")
CODE = re.compile(r"[^\W_](?:[^\W_]|[&().+/!-]){0,11}")
LONGEST_CODE_OF_SMALL_LETTERS = 3
FEWEST_LETTERS_OF_A_WORD = 3

# Words in capitals inside a shouted name that are abbreviations.
ABBREVIATIONS = frozenset(
    {"ACT", "AHD", "APP", "CE", "FE", "FPV-PJ", "GEN", "NATCCO", "PPC", "UDESO", "UNEN", "UNIR", "VEYE-YO"}
)


def party_names(group_name: str, country_slug: str) -> tuple[str, ...]:
    """The names of the parties that a group stands for; mostly one."""
    known = listed_names(group_name, country_slug)
    if not known and country_slug in LISTS_OF_FRONTS:
        fronts = SEVERAL_FRONTS.split(re.sub(r"\(.*\)", "", clean(group_name)))
        return tuple((listed_names(front, country_slug) or (front,))[0] for front in fronts if fold(front))
    return known or (tidy(group_name),)


def listed_names(group_name: str, country_slug: str) -> tuple[str, ...]:
    """The names of the parties that the table has for a group; none for a group that stands under its own name."""
    return _table().get((country_slug, fold(clean(group_name))), ())


def tidy(name: str) -> str:
    """The group's own name, cleaned; a name of several words in capitals in title case."""
    name = CLUB_WORDS.sub("", as_written(name))
    return _unshouted(name) if _is_shouted_phrase(name) else name


def as_written(name: str) -> str:
    """The name without the source's own marks: quotes around it, numbers that tell namesakes apart, small articles."""
    name = clean(NUMBER_IN_BRACKETS.sub("", clean(name)))
    quoted = QUOTED.fullmatch(name)
    return LEADING_ARTICLE.sub("", quoted["name"] if quoted else name)


def translation(name: str) -> str:
    """A name in another language, without a note on namesakes: ``Venstre (Norway)`` gives ``Venstre``."""
    return LONG_BRACKETS_AT_END.sub("", tidy(name))


def is_code(name: str) -> bool:
    """Whether the name is an abbreviation such as ``PSD``, ``CDS-PP`` or ``S``."""
    if not CODE.fullmatch(name):
        return False
    letters = [letter for letter in name if letter.isalpha()]
    capitals = sum(letter.isupper() for letter in letters)
    return 0 < len(letters) <= 2 * capitals or (is_latin(name) and len(name) <= LONGEST_CODE_OF_SMALL_LETTERS)


def _is_shouted_phrase(name):
    words = name.split()
    is_of_words = all(len(word) >= FEWEST_LETTERS_OF_A_WORD for word in words) or len(words) > 2
    return len(words) > 1 and name.isupper() and is_of_words


def _unshouted(name):
    return " ".join(_word(word, place) for place, word in enumerate(name.split()))


def _word(word, place):
    if word.strip("()") in ABBREVIATIONS:
        return word
    return (
        word.lower()
        if place and word.lower() in PARTICLES | {"des", "pour", "por", "para", "et"}
        else to_title_case(word)
    )


@cache
def _table():
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {(row["country"], fold(clean(row["group"]))): tuple(row["party"].split("; ")) for row in rows}
