"""Write the two folders of Party Facts with a few rows."""

import csv
import gzip
from pathlib import Path

from graph.importers import partyfacts
from graph.importers.countries import Countries, Country
from graph.importers.records import EntityRecord, RejectedRecord, RelationshipRecord
from tests.graph.importers import queries

CODES = {"tr": "TUR", "se": "SWE", "gb": "GBR", "af": "AFG", "be": "BEL", "de": "DEU", "il": "ISR", "fr": "FRA"}
COUNTRIES = Countries(
    Country(code=code, name=alpha_3.title(), party_facts=(alpha_3,)) for code, alpha_3 in CODES.items()
)
POSITIONS = "partypositions-wikitags"
COLUMNS = {
    "partyfacts/wikipedia.csv.gz": "partyfacts_id url year_founded year_dissolved",
    "partyfacts/wikidata.csv.gz": "partyfacts_id wikidata_id",
    "partyfacts/partyfacts-parlgov-ids.csv.gz": "parlgov_id partyfacts_id",
    "partyfacts/whogov.csv.gz": "partyfacts_id name_short name_english name",
    "partyfacts/vparty.csv.gz": "partyfacts_id name_short name_english year_first year_last share_year",
    "partyfacts/euned.csv.gz": "partyfacts_id party_abbreviation party_native party_english election_years",
    "partyfacts/ches.csv.gz": "partyfacts_id party year_last",
    f"{POSITIONS}/core-parties.csv.gz": "country partyfacts_id technical name_short name name_english name_other "
    "year_first year_last share share_year wikipedia",
    f"{POSITIONS}/wp-infobox.csv.gz": "partyfacts_id source position",
    f"{POSITIONS}/infobox-tags.csv.gz": "partyfacts_id field link page",
    f"{POSITIONS}/party-position-tags.csv.gz": "partyfacts_id position",
}


def write_table(path: Path, columns: list[str], rows: list[dict]) -> None:
    path.parent.mkdir(exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, columns, restval="")
        table.writeheader()
        table.writerows(rows)


class Source:
    """A Party Facts source for tests: the rows of its two folders by table. `read` writes the rows to files, and
    returns the records that the importer reads from them."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.rows = {name: [] for name in COLUMNS}

    def add(self, table: str, **values) -> None:
        """Add a row to the table whose file name starts with this text, such as ``wikipedia`` or ``core``."""
        name = next(name for name in COLUMNS if Path(name).name.startswith(table))
        self.rows[name].append(values)

    def party(self, number: str, name_english: str, country: str = "TUR", **values) -> None:
        self.add("core", partyfacts_id=number, country=country, name_english=name_english, **values)

    def write(self) -> None:
        for name, rows in self.rows.items():
            write_table(self.folder / name, COLUMNS[name].split(), rows)

    def read(self) -> list:
        self.write()
        return list(partyfacts.read(self.folder / "partyfacts", COUNTRIES))

    def parties(self) -> list[EntityRecord]:
        return list(queries.entities(self.read(), "party").values())

    def only_party(self) -> EntityRecord:
        (party,) = self.parties()
        return party

    def relationships(self, type_: str) -> list[RelationshipRecord]:
        return queries.relationships(self.read(), type_)

    def rejected(self) -> list[RejectedRecord]:
        return [record for record in self.read() if isinstance(record, RejectedRecord)]
