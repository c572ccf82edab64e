"""ParlGov's numbers of countries."""

from pathlib import Path

from graph.importers.countries import Countries, Country
from graph.importers.partyfacts.tables import read_table

FILE = "02__datacore__Country.csv.gz"


def read_countries(path: Path, countries: Countries) -> dict[str, Country]:
    """The countries of the graph by ParlGov's number."""
    rows = read_table(path / FILE, ("id", "code_iso2"))
    found = {row["id"]: countries.get(row["code_iso2"].lower()) for row in rows}
    return {number: country for number, country in found.items() if country}
