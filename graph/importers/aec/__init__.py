"""Import the elections of the Australian House of Representatives from 2004 to 2022.

``counts`` reads the files of the Australian Electoral Commission. ``records`` and ``parties`` build the records.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from graph.importers import builders
from graph.importers.aec import parties, records
from graph.importers.aec.counts import DAYS, read_count
from graph.importers.countries import Countries
from graph.importers.records import Record, SourceRecord

SOURCE = SourceRecord(
    slug="aec-house",
    name="Australian Electoral Commission: House of Representatives",
    url="https://github.com/jforbes14/eechidna",
    licence="GPL (>= 2); none stated by the commission",
    retrieved=date(2023, 4, 27),
    rank=85,
)


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield the import records of the chamber, its parties, the elections and the members; and the rejected rows."""
    counts = [read_count(path, day) for day in DAYS]
    with_seats = parties.first_victories(counts)
    yield from builders.lower_chamber(
        records.HOUSE,
        records.MEMBER,
        parties.COUNTRY,
        name="House of Representatives",
        country_name="Australia",
    )
    yield from parties.records(with_seats)
    for count in counts:
        yield from count.rejected
        yield from records.election(count)
        if not count.rejected:
            yield records.composition(count, with_seats)
    yield from records.members(counts)
