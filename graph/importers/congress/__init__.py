"""Import the current members of the United States Congress, and every president and vice president.

``people`` reads the persons and their names. ``records`` builds the records of their terms and parties.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from graph.importers.congress import people, records
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
    """Yield the import records of the chambers, the offices, the parties and everyone in the two files.

    Persons with errors are rejected. The seats by party need all current members, otherwise they are left out.
    """
    # Both files are read before the first record, so that a broken second file does not leave half an import.
    people_of = {file: people.read_people(path / file) for file in FILES}
    records_of = {file: list(_records(persons, file)) for file, persons in people_of.items()}
    yield from records.offices()
    yield from records.parties()
    for found in records_of.values():
        yield from found
    # Without all members, the seats by party would be too few.
    if not any(isinstance(record, RejectedRecord) for record in records_of[CURRENT]):
        yield from records.compositions(people_of[CURRENT], SOURCE.retrieved, CURRENT)


def _records(persons, file) -> Iterator[Record]:
    for number, person in enumerate(persons, start=1):
        yield from _person(person, f"{file}#{number}")


def _person(person, line) -> list[Record]:
    try:
        return [
            people.politician(person, line),
            *records.terms(person, line),
            *records.memberships(person, SOURCE.retrieved, line),
        ]
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        return [RejectedRecord(reason=f"the person is not described as expected: {error!r}", line=line)]
