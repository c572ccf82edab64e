"""Import Party Facts, a data set of the parties of the world: their names, their years and their ideologies.

The ideologies are those in the infoboxes of Wikipedia. The module ``core`` reads the parties, ``spelling`` splits cells
into names, and ``naming`` chooses the display names. ``parties`` and ``ideologies`` build the records. All tables are
``.csv.gz`` files.
"""

from collections.abc import Iterator
from pathlib import Path

from graph.importers.crosswalk import Countries
from graph.importers.partyfacts import ideologies, parties
from graph.importers.partyfacts.core import POSITIONS, read_core
from graph.importers.records import Record, read_source

SOURCE = read_source("partyfacts")


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Yield the records of the parties and of their ideologies, and a RejectedRecord for each invalid row.

    Only ideologies of at least five parties are yielded. ``path`` is the folder of the tables. The core list of parties
    and the ideologies are in the folder ``POSITIONS`` next to it.
    """
    core, rejected = read_core(path, countries)
    # All files are read before the first record, so that a broken last file does not leave half an import.
    found = [*parties.records(path, core), *ideologies.records(path.parent / POSITIONS, core)]
    yield from rejected
    yield from found
