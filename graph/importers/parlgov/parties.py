"""Read the parties of ParlGov with their former names. Some rows are not parties, but "others" or independents."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from graph.importers import builders
from graph.importers.countries import Country
from graph.importers.partyfacts.core import CoreParty, article_title
from graph.importers.partyfacts.naming import Naming
from graph.importers.partyfacts.spelling import YEAR_AT_END, tidy, unique, without_brackets
from graph.importers.records import NameRecord, Record, RejectedRecord
from graph.importers.tables import Row, read_table
from graph.kinds import NoParty
from graph.text import dates
from graph.text.folding import fold

COLUMNS = (
    "id country name_short name_english name name_nonlatin wikipedia foundation_date dissolution_date data_json".split()
)
CHANGE_COLUMNS = ("party", "date", "name", "name_english", "name_short")
NAME_SEPARATOR = re.compile(r"\s*\|\s*")
EXCEPTIONS = yaml.safe_load(Path(__file__).with_name("exceptions.yaml").read_text("utf-8"))
INDEPENDENT_NAME = re.compile(r"Independent -- .*|Mircea Diaconu")
NO_PARTY_NAME = re.compile(rf"other .*|{INDEPENDENT_NAME.pattern}")
# In ParlGov, 1 July means that only the year is known, unless the row contains DAY_IS_MEANT.
YEAR_ALONE = "-07-01"
DAY_IS_MEANT = '"date_as_is": true'


@dataclass(frozen=True, slots=True)
class Party:
    """A party of ParlGov. ``changes`` are its changes of name. ``is_linked`` is True if Party Facts has the party."""

    id: str
    country: Country
    name: str
    is_linked: bool
    other_names: tuple[NameRecord, ...]
    row: Row
    changes: list[Row]

    @property
    def key(self) -> str:
        return f"parlgov:party:{self.id}"

    def name_on(self, day: str) -> str:
        names = [names_in_order(row["name_english"])[-1] for row in self.changes]
        taken = [name for row, name in zip(self.changes, names, strict=True) if row["date"] <= day]
        # The display name is another translation of the newest name. If the newest name is in use, return the display
        # name, unless the display name is one of the older names.
        is_newest = len(taken) == len(names) and fold(self.name) not in {fold(name) for name in names[:-1]}
        return taken[-1] if taken and not is_newest else self.name


def read_parties(
    path: Path, country_of: Mapping[str, Country], linked: Mapping[str, CoreParty], naming: Naming
) -> tuple[dict[str, Party], dict[str, str]]:
    """Return two dictionaries with ParlGov IDs as keys: the parties of the countries in ``country_of``, and a name such
    as "Others" for each row that is not a party. ``linked`` maps ParlGov IDs to the same parties in Party Facts. These
    parties get their display names from ``naming``."""
    changes, parties, no_parties = _read_changes(path), {}, {}
    for row in read_table(path / "21__parties__Party.csv.gz", COLUMNS):
        number, core_party = row["id"], linked.get(row["id"])
        if not _is_party(row):
            no_parties[number] = _share_name(row)
        elif row["country"] in country_of:
            parties[number] = _party(row, country_of[row["country"]], core_party, naming, changes[number])
    return parties, no_parties


def names_in_order(cell: str) -> list[str]:
    """Return the names in a cell, the oldest first: ``A | B [C] (1990)`` gives ``["A", "B"]``."""
    parts = (YEAR_AT_END.sub("", without_brackets(part)) for part in NAME_SEPARATOR.split(cell))
    return unique(tidy(part) for part in parts)


def records(parties: Mapping[str, Party], last_elections: Mapping[str, str]) -> Iterator[Record]:
    """Yield the records of each party and of its relationship with its country. ``last_elections`` maps ParlGov IDs to
    the date of the party's last election. If a party has no end date, it is known to have existed until this date,
    which becomes ``verified_at``. A party with an invalid date gives a `RejectedRecord`."""
    for party in parties.values():
        try:
            founded, dissolved = _date(party.row, "foundation_date"), _date(party.row, "dissolution_date")
        except dates.NotAPartialDate as error:
            yield RejectedRecord(reason=str(error), line=party.row.line)
            continue
        seen = None if dissolved else dates.last_day(last_elections.get(party.id, founded))
        # A linked party gets the newer Wikipedia title from Party Facts. With two titles, it would be two parties.
        title = "" if party.is_linked else article_title(party.row["wikipedia"])
        more = {"start": founded, "end": dissolved, "verified_at": seen, "line": party.row.line}
        more |= {"details": {"founded_year": dates.year_of(founded)}, "other_names": tuple(_each_once(party))}
        more["identifiers"] = {"parlgov-party": party.id, "wikipedia": title}
        yield from builders.party(party.key, party.name, party.country.code, **more)


def _read_changes(path) -> dict[str, list[Row]]:
    """Map the ParlGov ID of each party to its rows in the table of name changes, the oldest first."""
    changes = defaultdict(list)
    rows = read_table(path / "23__parties__PartyNameChange.csv.gz", CHANGE_COLUMNS)
    for row in sorted(rows, key=lambda row: row["date"]):
        if names_in_order(row["name_english"]):
            changes[row["party"]].append(row)
    return changes


def _is_party(row):
    if row["name_short"] in EXCEPTIONS["no_party"] or row["id"] in EXCEPTIONS["no_alliance"]:
        return False
    return bool(names_in_order(row["name_english"])) and not NO_PARTY_NAME.fullmatch(row["name_english"])


def _share_name(row):
    short_name = "none" if INDEPENDENT_NAME.fullmatch(row["name_english"]) else row["name_short"]
    names = EXCEPTIONS["share_names"]
    return names.get(row["id"]) or names.get(short_name, NoParty.OTHERS.value)


def _party(row, country, core_party, naming, changes):
    number = row["id"]
    cells = EXCEPTIONS["names_of_parts"].get(number, (row["name_english"], row["name"]))
    english, native = map(names_in_order, cells)
    name, other_names = english[-1], list(_other_names(row, english, native, changes))
    if core_party:
        name = naming.display_name(core_party)
        # Party Facts may have several parties for one row. Leave out old names that belong to another of them.
        old = [record for record in other_names if record.kind in ("former", "acronym")]
        wrong = [record for record in old if naming.is_name_of_another(record.name, core_party)]
        other_names = [record for record in other_names if record not in wrong]
    return Party(number, country, name, bool(core_party), tuple(other_names), row, changes)


def _other_names(row, english, native, changes) -> Iterator[NameRecord]:
    acronyms, not_latin = names_in_order(row["name_short"]), names_in_order(row["name_nonlatin"])
    yield from (NameRecord(name, "en") for name in english[-1:])
    yield from (NameRecord(name, kind="native") for name in native[-1:] + not_latin)
    yield from (NameRecord(name, kind="acronym") for name in acronyms)
    changed = [[names_in_order(change[column]) for column in ("name_english", "name")] for change in changes]
    for english_names, native_names in [(english[:-1], native[:-1]), *changed]:
        yield from (NameRecord(name, "en", "former") for name in english_names)
        yield from (NameRecord(name, kind="former") for name in native_names)


def _date(row, column):
    text = row[column]
    return dates.parse(text[:4] if text.endswith(YEAR_ALONE) and DAY_IS_MEANT not in row["data_json"] else text)


def _each_once(party):
    """Yield each other name once. Leave out a former name if only case or accents distinguish it from another."""
    seen, folded = {party.name}, {fold(party.name)}
    for record in party.other_names:
        if record.name not in seen and not (record.kind == "former" and fold(record.name) in folded):
            yield record
        seen.add(record.name)
        folded.add(fold(record.name))
