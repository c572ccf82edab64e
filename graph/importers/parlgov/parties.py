"""ParlGov's parties: which rows are parties, what they are called, since when and until when they operated."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from graph.importers.countries import Countries, Country
from graph.importers.parlgov.countries import read_countries
from graph.importers.parlgov.names import MADE_OF_PARTS, name_on, names_in_order, read_changes
from graph.importers.partyfacts.linked_names import LinkedNames
from graph.importers.partyfacts.tables import Row, read_table
from graph.importers.partyfacts.wikipedia import article_title
from graph.importers.records import (
    EntityRecord,
    IdentifierRecord,
    NameRecord,
    Record,
    RejectedRecord,
    RelationshipRecord,
    country_key,
)
from graph.kinds import Kind, NoParty
from graph.relations import RelationshipType
from graph.text import dates
from graph.text.folding import fold

FILE = "21__parties__Party.csv.gz"
COLUMNS = (
    "id",
    "country",
    "name_short",
    "name_english",
    "name",
    "name_nonlatin",
    "wikipedia",
    "foundation_date",
    "dissolution_date",
    "data_json",
)
# Rests of a count, lists of minorities with a seat each, and persons who stood for themselves.
NO_PARTY = frozenset({"none", "no-seat", "one-seat", "etc", "ethnic", "etnice"})
# Alliances that are none at the polls, by number: majorities of parties that stood against each other in France,
# and the members of Greenland and the Faroe Islands.
NO_ALLIANCE = frozenset({"1634", "2250", "2251", "2279", "2284"})
INDEPENDENT_NAME = re.compile(r"Independent -- .*|Mircea Diaconu")
NO_PARTY_NAME = re.compile(rf"other .*|{INDEPENDENT_NAME.pattern}")
# Names of rows that are no parties, by short name; of the members of Greenland and the Faroe Islands by number.
REST = {"none": NoParty.INDEPENDENTS.value, "ethnic": "Ethnic minorities", "etnice": "Ethnic minorities"}
FROM_OVERSEAS = {"1634": "Greenland and Faroe Islands"}
# A date is the first of July when the source knows the year alone, unless it says that the day is meant.
YEAR_ALONE = "-07-01"
DAY_IS_MEANT = '"date_as_is": true'


@dataclass(frozen=True, slots=True)
class Party:
    """A row that is a party; ``linked`` says whether Party Facts has it, too."""

    id: str
    country: Country
    name: str
    linked: bool
    others: tuple[NameRecord, ...]
    row: Row
    changes: list[Row]

    @property
    def key(self) -> str:
        return f"parlgov:party:{self.id}"

    def name_on(self, day: str) -> str:
        """What the party was called that day."""
        return name_on(day, self.name, self.changes)


def read_parties(path: Path, countries: Countries, names: LinkedNames) -> dict[str, Party]:
    """The parties by number; a linked one is shown by the name it has there."""
    country_of, changes = read_countries(path, countries), read_changes(path)
    rows = [row for row in read_table(path / FILE, COLUMNS) if row["country"] in country_of and _is_party(row)]
    return {row["id"]: _party(row, country_of[row["country"]], names, changes.get(row["id"], [])) for row in rows}


def read_rest(path: Path) -> dict[str, str]:
    """What the rows that are no parties are called, by number: independents, minorities or others."""
    return {row["id"]: _rest_name(row) for row in read_table(path / FILE, COLUMNS) if not _is_party(row)}


def records(parties: Mapping[str, Party], last_seen: Mapping[str, str]) -> Iterator[Record]:
    """An entity and where it operates for each party; ``last_seen`` is the day of its last election."""
    for party in parties.values():
        try:
            founded, dissolved = _date(party.row, "foundation_date"), _date(party.row, "dissolution_date")
        except dates.NotAPartialDate as error:
            yield RejectedRecord(reason=str(error), line=party.row.line)
            continue
        yield _entity(party, founded)
        yield _operates(party, founded, dissolved, last_seen.get(party.id, founded))


def _is_party(row):
    if row["name_short"] in NO_PARTY or row["id"] in NO_ALLIANCE:
        return False
    return bool(names_in_order(row["name_english"])) and not NO_PARTY_NAME.fullmatch(row["name_english"])


def _rest_name(row):
    is_person = INDEPENDENT_NAME.fullmatch(row["name_english"])
    return FROM_OVERSEAS.get(row["id"]) or REST.get("none" if is_person else row["name_short"], NoParty.OTHERS.value)


def _party(row, country, names, changes):
    linked = names.shown(row["id"])
    others = tuple(record for record in _other_names(row, changes) if not _is_successors(record, row["id"], names))
    return Party(row["id"], country, linked or _names(row)[0][-1], bool(linked), others, row, changes)


def _is_successors(record, number, names):
    """Whether a name of old times belongs to a party of its own in Party Facts: here one row is several parties."""
    return record.kind in ("former", "acronym") and names.is_anothers(record.name, number)


def _names(row):
    english, native = MADE_OF_PARTS.get(row["id"], (row["name_english"], row["name"]))
    return names_in_order(english), names_in_order(native)


def _date(row, column):
    text = row[column]
    return dates.parse(text[:4] if text.endswith(YEAR_ALONE) and DAY_IS_MEANT not in row["data_json"] else text)


def _entity(party, founded):
    acronyms = [record.name for record in party.others if record.kind == "acronym"]
    return EntityRecord(
        key=party.key,
        kind=Kind.PARTY,
        name=party.name,
        country_code=party.country.code,
        details={"founded_year": dates.year_of(founded)} if founded else {},
        other_names=tuple(_each_once(party)),
        identifiers=tuple(_identifiers(party)),
        evidence={"short_name": acronyms[-1]} if acronyms else {},
        line=party.row.line,
    )


def _other_names(row, changes):
    english, native = _names(row)
    return [
        *(NameRecord(name=name, lang="en") for name in english[-1:]),
        *(NameRecord(name=name, kind="native") for name in native[-1:]),
        *(NameRecord(name=name, kind="native") for name in names_in_order(row["name_nonlatin"])),
        *(NameRecord(name=name, kind="acronym") for name in _acronyms(row)),
        *(NameRecord(name=name, lang="en", kind="former") for name in english[:-1]),
        *(NameRecord(name=name, kind="former") for name in native[:-1]),
        *_names_taken(changes),
    ]


def _names_taken(changes):
    for row in changes:
        yield from (NameRecord(name=name, lang="en", kind="former") for name in names_in_order(row["name_english"]))
        yield from (NameRecord(name=name, kind="former") for name in names_in_order(row["name"]))


def _each_once(party):
    """The other names; a former one that the party is still known by is none."""
    seen = {party.name}
    known = {fold(party.name)}
    for record in party.others:
        if record.name not in seen and not (record.kind == "former" and fold(record.name) in known):
            yield record
        seen.add(record.name)
        known.add(fold(record.name))


def _acronyms(row):
    return names_in_order(row["name_short"])


def _identifiers(party):
    yield IdentifierRecord(scheme="parlgov-party", value=party.id)
    # A linked party has the title from Party Facts, where links are newer: two titles would speak of two parties.
    title = article_title(party.row["wikipedia"])
    if title and not party.linked:
        yield IdentifierRecord(scheme="wikipedia", value=title)


def _operates(party, founded, dissolved, last_seen):
    seen: date | None = dates.last_day(last_seen)
    return RelationshipRecord(
        type=RelationshipType.OPERATES_IN_COUNTRY,
        subject=party.key,
        object=country_key(party.country.code),
        start_date=founded,
        end_date=dissolved,
        # The source seldom knows an end, so an open one was last confirmed by the party's last election.
        verified_at=None if dissolved else seen,
        line=party.row.line,
    )
