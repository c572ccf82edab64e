"""Write a ParlGov folder with a few rows, and the Party Facts folders to which its parties are linked."""

from pathlib import Path

from graph.importers import parlgov
from graph.importers.countries import Countries, Country
from graph.importers.records import EntityRecord, RejectedRecord, RelationshipRecord
from tests.graph.importers import queries
from tests.graph.importers.partyfacts.source import CODES, write_table
from tests.graph.importers.partyfacts.source import Source as PartyFacts

NUMBERS = {"gb": "44", "de": "54", "fr": "43", "il": "34", "ie": "37", "be": "64", "at": "59"}
NAMES = {"gb": "United Kingdom", "de": "Germany", "fr": "France", "il": "Israel", "ie": "Ireland", "be": "Belgium"}
COLUMNS = {
    "01__datacore__Code.csv.gz": "id short",
    "02__datacore__Country.csv.gz": "id code_iso2",
    "21__parties__Party.csv.gz": "id country name_short name_english name name_nonlatin wikipedia foundation_date "
    "dissolution_date data_json",
    "23__parties__PartyNameChange.csv.gz": "party date name name_english name_short",
    "31__elections__Election.csv.gz": "id type country date seats_total electorate votes_cast",
    "32__elections__ElectionResult.csv.gz": "id election party alliance seats vote_share votes",
}
PARLIAMENT, EUROPEAN_PARLIAMENT = "13", "1"


class Source:
    """A ParlGov source for tests: rows by table. `read` writes the rows to files, and returns the records that the
    importer reads from them. Austria is in the source, but not in the graph."""

    def __init__(self, folder: Path):
        self.folder = folder / "parlgov"
        self.party_facts = PartyFacts(folder)
        self.rows = {name: [] for name in COLUMNS}
        for code, number in NUMBERS.items():
            self.add("Country", id=number, code_iso2=code.upper())

    def add(self, table: str, **values) -> None:
        """Add a row to a table of ParlGov, such as ``Party`` or ``Election``."""
        name = next(name for name in COLUMNS if name.endswith(f"__{table}.csv.gz"))
        self.rows[name].append(values)

    def party(self, number: str, name_english: str, country: str = "gb", **values) -> None:
        self.add("Party", id=number, country=NUMBERS[country], name_english=name_english, **values)

    def linked_party(self, number: str, name_english: str, shown: str, country: str = "gb", **values) -> None:
        """Add a party named ``name_english`` to ParlGov, and a party named ``shown`` to Party Facts. Both have this
        number, by which Party Facts links them."""
        self.party(number, name_english, country, **values)
        self.party_facts.party(number, shown, CODES[country])
        self.party_facts.add("partyfacts-parlgov", parlgov_id=number, partyfacts_id=number)

    def election(self, number: str, date: str, country: str = "gb", type_: str = PARLIAMENT, **values) -> None:
        self.add("Election", id=number, type=type_, country=NUMBERS[country], date=date, **values)

    def result(self, number: str, party: str, election: str = "1", **values) -> None:
        self.add("ElectionResult", id=number, election=election, party=party, **values)

    def write(self) -> None:
        self.party_facts.write()
        for name, rows in self.rows.items():
            write_table(self.folder / name, COLUMNS[name].split(), rows)

    def read(self) -> list:
        self.write()
        return list(parlgov.read(self.folder, countries()))

    def entities(self, kind: str) -> list[EntityRecord]:
        return list(queries.entities(self.read(), kind).values())

    def only(self, kind: str) -> EntityRecord:
        (entity,) = self.entities(kind)
        return entity

    def relationships(self, type_: str) -> list[RelationshipRecord]:
        return queries.relationships(self.read(), type_)

    def rejected(self) -> list[RejectedRecord]:
        return [record for record in self.read() if isinstance(record, RejectedRecord)]


def countries() -> Countries:
    return Countries(Country(code=code, name=name, party_facts=(CODES.get(code, ""),)) for code, name in NAMES.items())
