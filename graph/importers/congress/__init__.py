"""Import the current members of the United States Congress, and every president and vice president."""

import gzip
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import yaml

from graph.importers import builders
from graph.importers.countries import Countries
from graph.importers.records import SOURCES, BrokenFile, CompositionRecord, Record, RejectedRecord, SeatShareRecord
from graph.importers.tables import NOT_GZIPPED_TEXT
from graph.kinds import InstitutionType, NoParty, OfficeType
from graph.text import dates
from graph.text.characters import clean

SOURCE = SOURCES["congress"]
# The day on which the file was retrieved. The current members in the file are those of this day.
TODAY = SOURCE.retrieved
# The C parser reads the members in one second instead of 30, but is not installed on every machine.
SafeLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
FILES = (CURRENT := "legislators-current.yaml.gz", "executive.yaml.gz")
COUNTRY = "us"
# Maps the source's type of term to a chamber: (key, key of its members' office, name, type, years of a term, seats).
CHAMBERS = {
    "rep": ("us:house", "us:representative", "House of Representatives", InstitutionType.LOWER_CHAMBER, 2, 435),
    "sen": ("us:senate", "us:senator", "Senate", InstitutionType.UPPER_CHAMBER, 6, 100),
}
# Maps the source's type of term to another office: (key, name, type).
EXECUTIVE = {
    "prez": ("us:president", "President of the United States", OfficeType.HEAD_OF_STATE_AND_GOVERNMENT),
    "viceprez": ("us:vice-president", "Vice President of the United States", OfficeType.DEPUTY),
}
OFFICES = {type_: row[1] for type_, row in CHAMBERS.items()} | {type_: row[0] for type_, row in EXECUTIVE.items()}
# Codes of the District of Columbia and of five territories. Their delegates to the House have no vote.
WITHOUT_VOTE = frozenset({"AS", "DC", "GU", "MP", "PR", "VI"})

DATA = yaml.safe_load(Path(__file__).with_name("congress.yaml").read_text("utf-8"))
PARTIES = DATA["parties"]
NO_PARTY = ("Independent", "no party")

SCHEMES = ("bioguide", "wikidata")
# Matches what Wikipedia adds to titles, as in ``Bobby Scott (politician)``.
BRACKETS = re.compile(r" \(.*\)$")
QUOTATION_MARK = re.compile(r'[“"]')


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield the records of the chambers, offices, parties and persons in the folder ``path``, and of the present seats
    by party. If a current member is rejected, leave out the seats. Raise BrokenFile if a file cannot be read."""
    # Read both files before the first record, so that a broken file leads to no partial import.
    people_of = {file: _people(path / file) for file in FILES}
    records_of = {file: list(_records(persons, file)) for file, persons in people_of.items()}
    yield from offices()
    yield from parties()
    for found in records_of.values():
        yield from found
    # If a member was rejected, leave out the seats by party, because their numbers would be too low.
    if not any(isinstance(record, RejectedRecord) for record in records_of[CURRENT]):
        yield from compositions(people_of[CURRENT])


def _people(path: Path) -> list:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            people = yaml.load(file, Loader=SafeLoader)  # noqa: S506 - one of two safe loaders
    except (*NOT_GZIPPED_TEXT, yaml.YAMLError) as error:
        raise BrokenFile(f"{path.name} cannot be read: {error}") from error
    if not isinstance(people, list):
        raise BrokenFile(f"{path.name} is no list of people")
    return people


def _records(people, file) -> Iterator[Record]:
    for number, person in enumerate(people, start=1):
        line = f"{file}#{number}"
        try:
            yield from [politician(person, line), *terms(person, line), *memberships(person, line)]
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            yield RejectedRecord(reason=f"the person is not described as expected: {error!r}", line=line)


def offices() -> Iterator[Record]:
    country = "the United States"
    for key, member, name, type_, years, _ in CHAMBERS.values():
        yield from builders.chamber(key, member, COUNTRY, name=name, country_name=country, type_=type_, years=years)
    for key, name, type_ in EXECUTIVE.values():
        yield from builders.office(key, name, COUNTRY, type_, years=4, line=name)


def parties() -> Iterator[Record]:
    for label, party in PARTIES.items():
        yield from builders.party(_party_key(label), party["name"], COUNTRY, end=party.get("end", ""), line=label)


def key(person) -> str:
    """Return a person's record key: ``us:bioguide:S000033`` or, without this ID, ``us:govtrack:400001``."""
    register = "bioguide" if "bioguide" in person["id"] else "govtrack"
    return f"us:{register}:{person['id'][register]}"


def politician(person, line: str) -> Record:
    born, spellings = dates.parse(person["bio"].get("birthday", "")), map(clean, _spellings(person))
    more = {"born": born, "identifiers": {name: person["id"].get(name) for name in SCHEMES}, "line": line}
    return builders.politician(key(person), _display_name(person), COUNTRY, spellings=spellings, **more)


def _display_name(person) -> str:
    """Return the usual name of a person: ``Bobby Scott`` for ``Robert C. "Bobby" Scott``."""
    name = person["name"]
    known, official = DATA["known_names"].get(person["id"].get("govtrack")), name.get("official_full", "")
    if known or (official and not QUOTATION_MARK.search(official)):
        return clean(known or official.replace(", ", " "))
    return clean(f"{name.get('nickname') or name['first']} {name['last']}")


def _spellings(person) -> Iterator[str]:
    """Yield other forms of a person's name: the official one, the title in Wikipedia, and combinations of parts."""
    name = person["name"]
    all_given = [name["first"], *filter(None, [name.get("nickname")])]
    # Add the middle name only if there is no official name. Otherwise, the result could be "Mike Michael".
    if "middle" in name and "official_full" not in name:
        initials = " ".join(f"{word[0]}." for word in name["middle"].split())
        all_given += [f"{name['first']} {name['middle']}", f"{name['first']} {initials}"]
    yield name.get("official_full", "")
    yield BRACKETS.sub("", person["id"].get("wikipedia", ""))
    for given in all_given:
        yield f"{given} {name['last']}"
        if "suffix" in name:
            yield f"{given} {name['last']} {name['suffix']}"


def terms(person, line: str) -> Iterator[Record]:
    """Yield the terms of office. A current term ends in the future. ``line`` is like ``executive.yaml.gz#12``."""
    for term in person["terms"]:
        yield builders.term(key(person), OFFICES[term["type"]], *_period(term), line=line)


def memberships(person, line: str) -> Iterator[Record]:
    """Yield one membership for each party. It has no end if the person's last term for the party has not ended."""
    periods_by_party = defaultdict(list)
    for term in person["terms"]:
        # If a member changed the party during a term, the source divides the term into parts.
        for part in term.get("party_affiliations") or [term]:
            periods_by_party[part["party"]].append(_period(part))
    for label, periods in periods_by_party.items():
        if label not in NO_PARTY:
            start, last_day = min(start for start, _ in periods), max(end for _, end in periods)
            end = last_day if dates.last_day(last_day) < TODAY else ""
            yield builders.membership(key(person), _party_key(label), start, end, line=line)


def compositions(people: list) -> Iterator[CompositionRecord]:
    """Yield the present composition (seats by party) of each chamber. Leave out delegates, who have no vote."""
    seats, start = defaultdict(Counter), TODAY.isoformat()
    for term in (person["terms"][-1] for person in people if person["terms"]):
        first, last = _period(term)
        if dates.first_day(first) <= TODAY <= dates.last_day(last) and term.get("state") not in WITHOUT_VOTE:
            seats[term["type"]][_present_party(term)] += 1
    for type_, (chamber, *_, total) in CHAMBERS.items():
        shares = tuple(_shares(seats[type_], total))
        yield CompositionRecord(institution=chamber, start_date=start, total=total, shares=shares, line=CURRENT)


def _present_party(term):
    """Return a member's party today, as the source names it, or "" for an independent. ``term`` is the current term."""
    parts = [part for part in term.get("party_affiliations", ()) if dates.first_day(_period(part)[0]) <= TODAY]
    label = (parts or [term])[-1]["party"]
    return "" if label in NO_PARTY else label


def _shares(seats, total):
    for label, number in seats.most_common():
        name, party = (PARTIES[label]["name"], _party_key(label)) if label else (NoParty.INDEPENDENTS.value, "")
        yield SeatShareRecord(name=name, party=party, seats=number)
    if (vacant := total - seats.total()) > 0:
        yield SeatShareRecord(name=NoParty.VACANT.value, seats=vacant)


def _party_key(label):
    return f"us:party:{PARTIES[label]['name']}"


def _period(term):
    return dates.parse(str(term["start"])), dates.parse(str(term["end"]))
