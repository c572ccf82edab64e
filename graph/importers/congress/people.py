"""Persons of the source and their names."""

import re
from collections.abc import Iterator

from graph.importers.congress.well_known import NAMES
from graph.importers.records import EntityRecord, IdentifierRecord, NameRecord
from graph.kinds import Kind
from graph.text import dates
from graph.text.characters import clean

COUNTRY = "us"
BRACKETS = re.compile(r" \(.*\)$")
NICKNAME = re.compile(r'[“"]')
SCHEMES = ("bioguide", "wikidata")


def key(person) -> str:
    """The person's key in the run; thirteen presidents never sat in Congress and have no Bioguide number."""
    numbers = person["id"]
    return f"us:bioguide:{numbers['bioguide']}" if "bioguide" in numbers else f"us:govtrack:{numbers['govtrack']}"


def record(person, line: str) -> EntityRecord:
    """The person as a politician of the United States."""
    born = dates.parse(person["bio"].get("birthday", ""))
    name = display_name(person)
    return EntityRecord(
        key=key(person),
        kind=Kind.POLITICIAN,
        name=name,
        country_code=COUNTRY,
        details={"birth_year": dates.year_of(born)} if born else {},
        other_names=tuple(NameRecord(name=other) for other in spellings(person) if other != name),
        identifiers=tuple(
            IdentifierRecord(scheme=scheme, value=person["id"][scheme]) for scheme in SCHEMES if scheme in person["id"]
        ),
        evidence={"birth_date": born} if born else {},
        line=line,
    )


def display_name(person) -> str:
    """The name people know: ``Joe Biden``, ``Bobby Scott`` for ``Robert C. "Bobby" Scott``, ``Maria Cantwell``."""
    name = person["name"]
    known = NAMES.get(person["id"].get("govtrack"))
    official = name.get("official_full", "")
    if known or (official and not NICKNAME.search(official)):
        return clean(known or official.replace(", ", " "))
    return clean(f"{name.get('nickname') or name['first']} {name['last']}")


def spellings(person) -> list[str]:
    """Every way the source writes the name, or gives the parts to write it."""
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
    # An official name has the middle name where its bearer wants it; put in by us, it may say "Mike Michael".
    if "middle" in name and "official_full" not in name:
        yield f"{name['first']} {name['middle']}"
        yield f"{name['first']} {_initials(name['middle'])}"


def _initials(middle):
    return " ".join(f"{word[0]}." for word in middle.split())
