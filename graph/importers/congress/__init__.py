"""Members of the United States Congress now, and every president and vice president, with their terms and parties."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from graph.importers.congress import compositions, offices, parties, people
from graph.importers.congress.files import read_people
from graph.importers.countries import Countries
from graph.importers.records import Record, RejectedRecord, SourceRecord

SOURCE = SourceRecord(
    slug="us-congress-legislators",
    name="United States Congress legislators",
    url="https://github.com/unitedstates/congress-legislators",
    licence="CC0-1.0",
    retrieved=date(2026, 6, 15),
    rank=85,
)
CURRENT = "legislators-current.yaml.gz"
FILES = (CURRENT, "executive.yaml.gz")


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Records of the chambers, the offices, the parties and everyone in the two files."""
    # Both files are read before the first record: a broken second one must not leave half an import behind.
    found = {file: read_people(path / file) for file in FILES}
    yield from offices.records()
    yield from parties.records()
    told = {file: list(_all_told(persons, file)) for file, persons in found.items()}
    for records in told.values():
        yield from records
    # Sums with a hole are no result.
    if not any(isinstance(record, RejectedRecord) for record in told[CURRENT]):
        yield from compositions.records(found[CURRENT], SOURCE.retrieved, CURRENT)


def _all_told(persons, file):
    for number, person in enumerate(persons, start=1):
        yield from _told(person, f"{file}#{number}")


def _told(person, line) -> list[Record]:
    try:
        return [
            people.record(person, line),
            *offices.terms(person, line),
            *parties.memberships(person, SOURCE.retrieved, line),
        ]
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        return [RejectedRecord(reason=f"the person is not described as expected: {error!r}", line=line)]
