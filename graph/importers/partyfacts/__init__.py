"""Party Facts: the parties of the world, their names and years, and the ideologies that Wikipedia's infoboxes name."""

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
    # The day of the core list and of the tags: that a party still exists, and what it stands for, is no younger,
    # although the tables of Wikipedia names and of links to other registers are of 11 March 2026.
    retrieved=date(2025, 7, 31),
    rank=50,
)
POSITIONS = "partypositions-wikitags"


def read(path: Path, countries: Countries) -> Iterator[Record]:
    """Records of every party whose country the graph has, and of the ideologies that at least five of them share.

    ``path`` is the folder of the tables; the core list and the tags lie in its sibling, from the same authors.
    """
    positions = path.parent / POSITIONS
    core, rejected = read_core(positions, countries)
    # All files are read before the first record: a broken last one must not leave half an import behind.
    found = [*parties.records(path, core), *ideologies.records(positions, core)]
    yield from rejected
    yield from found
