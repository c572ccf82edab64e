"""Import the crosswalk: a table of the 196 countries of the graph and their codes in the other sources."""

import csv
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from graph.importers.countries import (
    CORRELATES_OF_WAR,
    EVERYPOLITICIAN,
    GEC,
    ISO_ALPHA_3,
    PARTY_FACTS,
    REIGN_NAME,
    Countries,
)
from graph.importers.records import (
    BrokenFile,
    EntityRecord,
    IdentifierRecord,
    Record,
    RejectedRecord,
    SourceRecord,
    country_key,
)

SOURCE = SourceRecord(
    slug="country-crosswalk",
    name="Country crosswalk",
    url="",
    licence="own compilation",
    retrieved=date(2026, 1, 22),
    rank=65,
)

FILE_NAME = "countries-196.csv"
ALTERNATE = "alternate"
SCHEMES = {
    "iso3": ISO_ALPHA_3,
    "factbook_gec": GEC,
    "everypolitician_slug": EVERYPOLITICIAN,
    "partyfacts_country": PARTY_FACTS,
    "reign_country": REIGN_NAME,
    "reign_ccode": CORRELATES_OF_WAR,
}
SEPARATORS = {"factbook_gec": "+", "reign_country": "|", "reign_ccode": "|"}
COLUMNS = frozenset({"iso2", "name", "status", "continent", *SCHEMES})


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield the countries of the graph. ``countries`` is not used, because this importer creates them."""
    source = path / FILE_NAME
    try:
        with source.open(encoding="utf-8", newline="") as lines:
            yield from _countries(csv.DictReader(lines))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BrokenFile(f"{FILE_NAME} cannot be read: {error}") from error


def _countries(rows):
    missing = COLUMNS - set(rows.fieldnames or ())
    if missing:
        raise BrokenFile(f"{FILE_NAME} has no column {', '.join(sorted(missing))}")
    for row in rows:
        if not row["status"].startswith(ALTERNATE):
            yield _record(row, f"{FILE_NAME}:{rows.line_num}")


def _record(row, line):
    code, name = row["iso2"].strip().lower(), row["name"].strip()
    if len(code) != len("fr") or not name:
        return RejectedRecord(reason="a country without a two-letter code or a name", line=line)
    return EntityRecord(
        key=country_key(code),
        kind="country",
        name=name,
        country_code=code,
        details={"continent": row["continent"].strip()} if row["continent"].strip() else {},
        identifiers=tuple(_identifiers(row)),
        line=line,
    )


def _identifiers(row):
    for column, scheme in SCHEMES.items():
        values = row[column].split(SEPARATORS[column]) if column in SEPARATORS else [row[column]]
        for value in dict.fromkeys(value.strip() for value in values):
            if value:
                yield IdentifierRecord(scheme=scheme, value=value)
