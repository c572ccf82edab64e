"""What Party Facts calls the parties that another register links to it, and which names are somebody else's."""

from pathlib import Path

from graph.importers.countries import Countries
from graph.importers.partyfacts.core import read_core
from graph.importers.partyfacts.naming import Naming
from graph.importers.partyfacts.parlgov_ids import read_parlgov_ids
from graph.importers.partyfacts.wikipedia import read_articles


class LinkedNames:
    """Names by ParlGov's number of the party; ``path`` and ``positions`` are the two folders of Party Facts."""

    def __init__(self, path: Path, positions: Path, countries: Countries):
        core, _ = read_core(positions, countries)
        self._naming = Naming(core, read_articles(path, core))
        self._parties = {number: core[id] for id, number in read_parlgov_ids(path).items() if id in core}

    def shown(self, number: str) -> str | None:
        """The name the linked party is shown by; None for a party that Party Facts does not have."""
        return self._naming.shown(self._parties[number]) if number in self._parties else None

    def is_anothers(self, name: str, number: str) -> bool:
        """Whether Party Facts knows another party of the linked party's country by this name."""
        return number in self._parties and self._naming.is_anothers(name, self._parties[number])
