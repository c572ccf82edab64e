"""Read the persons of the source and their names.

Each ``.yaml.gz`` file is a list of persons. A person has ``id`` (numbers in other registers), ``name`` (its parts),
``bio`` and ``terms``. Only the file of current members has official full names.
"""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from graph.importers import builders
from graph.importers.records import BrokenFile, EntityRecord
from graph.importers.tables import NOT_GZIPPED_TEXT
from graph.text import dates
from graph.text.characters import clean

try:
    # The C parser reads the members in a second instead of half a minute, but not every machine has it.
    from yaml import CSafeLoader as SafeLoader
except ImportError:
    from yaml import SafeLoader

COUNTRY = "us"
SCHEMES = ("bioguide", "wikidata")
KNOWN_NAMES = yaml.safe_load((Path(__file__).parent / "known_names.yaml").read_text())
# What Wikipedia adds to titles: ``Bobby Scott (politician)``.
BRACKETS = re.compile(r" \(.*\)$")
QUOTATION_MARK = re.compile(r'[“"]')


def read_people(path: Path) -> list:
    """Return the persons in the file. Raise BrokenFile when it is not a gzipped YAML list."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            people = yaml.load(file, Loader=SafeLoader)
    except (*NOT_GZIPPED_TEXT, yaml.YAMLError) as error:
        raise BrokenFile(f"{path.name} cannot be read: {error}") from error
    if not isinstance(people, list):
        raise BrokenFile(f"{path.name} is no list of people")
    return people


def key(person) -> str:
    """Return the key in the records: the Bioguide number, or GovTrack's if the person was never in Congress."""
    numbers = person["id"]
    return f"us:bioguide:{numbers['bioguide']}" if "bioguide" in numbers else f"us:govtrack:{numbers['govtrack']}"


def politician(person, line: str) -> EntityRecord:
    """Return the import record of the person. ``line`` is the file and the person's number in it."""
    numbers = person["id"]
    return builders.politician(
        key(person),
        display_name(person),
        COUNTRY,
        spellings=spellings(person),
        born=dates.parse(person["bio"].get("birthday", "")),
        identifiers={scheme: numbers[scheme] for scheme in SCHEMES if scheme in numbers},
        line=line,
    )


def display_name(person) -> str:
    """Return the usual name: ``Joe Biden``; ``Bobby Scott`` for ``Robert C. "Bobby" Scott``."""
    name = person["name"]
    known = KNOWN_NAMES.get(person["id"].get("govtrack"))
    official = name.get("official_full", "")
    if known or (official and not QUOTATION_MARK.search(official)):
        return clean(known or official.replace(", ", " "))
    return clean(f"{name.get('nickname') or name['first']} {name['last']}")


def spellings(person) -> list[str]:
    """Return the names in the source, and those made of the first name, middle name or nickname and the last name."""
    return list(dict.fromkeys(clean(spelling) for spelling in _spellings(person) if spelling))


def _spellings(person) -> Iterator[str]:
    name = person["name"]
    yield name.get("official_full", "")
    yield BRACKETS.sub("", person["id"].get("wikipedia", ""))
    for given in _given_names(name):
        yield f"{given} {name['last']}"
        if "suffix" in name:
            yield f"{given} {name['last']} {name['suffix']}"


def _given_names(name) -> Iterator[str]:
    yield name["first"]
    if "nickname" in name:
        yield name["nickname"]
    # An official name has the middle name in the right position. Added by us, it could give "Mike Michael".
    if "middle" in name and "official_full" not in name:
        initials = " ".join(f"{word[0]}." for word in name["middle"].split())
        yield f"{name['first']} {name['middle']}"
        yield f"{name['first']} {initials}"
