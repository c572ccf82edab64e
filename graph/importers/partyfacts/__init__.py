"""Import Party Facts: parties of the world, their names and years, and their ideologies in Wikipedia's infoboxes.

``core`` reads the parties, ``spelling`` takes names apart, ``naming`` chooses among them. ``parties`` and
``ideologies`` build the import records. All tables are ``.csv.gz``.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from graph.importers.countries import Countries
from graph.importers.partyfacts import ideologies, parties
from graph.importers.partyfacts.core import read_core
from graph.importers.records import Record, SourceRecord

SOURCE = SourceRecord(
    slug="party-facts",
    name="Party Facts",
    url="https://github.com/hdigital/partyfactsdata",
    licence="MIT",
    # The day of the core list and of the ideologies. The tables of Wikipedia names and of links to other registers
    # are newer (11 March 2026), but they do not say that a party still exists.
    retrieved=date(2025, 7, 31),
    rank=50,
)
POSITIONS = "partypositions-wikitags"


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield the records of the parties, of the ideologies that at least five of them have, and the rejected rows.

    ``path`` is the folder of the tables. The core list and the ideologies are in the folder ``POSITIONS`` next to it.
    """
    positions = path.parent / POSITIONS
    core, rejected = read_core(positions, countries)
    # All files are read before the first record, so that a broken last file does not leave half an import.
    found = [*parties.records(path, core), *ideologies.records(positions, core)]
    yield from rejected
    yield from found
