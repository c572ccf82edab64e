"""Import Party Facts: the parties of the world with their names and years, and their ideologies from Wikipedia."""

from collections.abc import Iterator
from pathlib import Path

from graph.importers.countries import Countries
from graph.importers.partyfacts import ideologies, parties
from graph.importers.partyfacts.core import POSITIONS, read_core, read_positions
from graph.importers.records import SOURCES, Record

SOURCE = SOURCES["partyfacts"]


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield rejected rows, parties, and ideologies that at least five parties have. The data is in the folder ``path``,
    and in the folder POSITIONS next to it. Raise BrokenFile if a file cannot be read."""
    core, rejected = read_core(path, countries)
    # Read all files before the first record, so that a broken file leads to no partial import.
    folder = path.parent / POSITIONS
    positions = read_positions(folder)
    found = [*parties.records(path, core, positions), *ideologies.records(folder, core, positions)]
    yield from rejected
    yield from found
