"""Elections of the Australian House of Representatives from 2004 to 2022, as the Electoral Commission counted them."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from graph.importers.aec import chamber, compositions, elections, members, parties
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
    """Records of the chamber, the parties in it, the elections and everyone elected."""
    counts = [read_count(path, day) for day in DAYS]
    known = parties.elected(counts)
    yield from chamber.records()
    yield from parties.records(counts)
    for count in counts:
        yield from count.rejected
        yield from elections.records(count)
        yield from compositions.records(count, known)
    yield from members.records(counts)
