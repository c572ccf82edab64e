"""Import the 196 countries and their codes in other sources, from our own table ``countries-196.csv``."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from graph.importers.records import EntityRecord, IdentifierRecord, Record, RejectedRecord, country_key, read_source
from graph.importers.tables import read_table
from graph.kinds import Kind

PARTY_FACTS = "partyfacts-country"
SOURCE = read_source("crosswalk")
SCHEMES = {
    "iso3": "iso3166-1-alpha-3",
    "factbook_gec": "gec",
    "everypolitician_slug": "everypolitician-country",
    "partyfacts_country": PARTY_FACTS,
    "reign_country": "reign-country",
    "reign_ccode": "cow",
}
SEPARATORS = {"factbook_gec": "+", "reign_country": "|", "reign_ccode": "|"}
COLUMNS = frozenset({"iso2", "name", "status", "continent", *SCHEMES})


@dataclass(frozen=True, slots=True, kw_only=True)
class Country:
    """A country. ``code`` is its ISO 3166-1 alpha-2 code in lower case. ``codes`` maps other schemes to its codes."""

    code: str
    name: str
    slug: str
    codes: dict[str, tuple[str, ...]] = field(default_factory=dict)


class Countries:
    """All countries of the graph. They are found by their ISO code, or by a code in another scheme."""

    def __init__(self, countries: Iterable[Country]):
        self._by_code = {country.code: country for country in countries}
        self._by_scheme = {
            (scheme, value): country
            for country in self._by_code.values()
            for scheme, values in country.codes.items()
            for value in values
        }

    def __iter__(self):
        return iter(self._by_code.values())

    def get(self, code: str) -> Country | None:
        return self._by_code.get(code)

    def by(self, scheme: str, value: str) -> Country | None:
        return self._by_scheme.get((scheme, value.strip()))


def read(path: Path, countries: Countries) -> Iterator[Record]:
    for row in read_table(path / "countries-196.csv", COLUMNS):
        code, name = row["iso2"].lower(), row["name"]
        if row["status"].startswith("alternate"):
            continue
        if len(code) == len("fr") and name:
            more = {"details": {"continent": row["continent"]}, "identifiers": tuple(dict.fromkeys(_identifiers(row)))}
            kind = Kind.COUNTRY.value
            yield EntityRecord(key=country_key(code), kind=kind, name=name, country_code=code, line=row.line, **more)
        else:
            yield RejectedRecord(reason="a country without a two-letter code or a name", line=row.line)


def _identifiers(row):
    for column, scheme in SCHEMES.items():
        values = row[column].split(SEPARATORS[column]) if column in SEPARATORS else [row[column]]
        yield from (IdentifierRecord(scheme, value.strip()) for value in values if value.strip())
