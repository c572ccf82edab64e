"""The names that parties are shown by, for importers whose parties are linked to Party Facts."""

from pathlib import Path

from graph.importers.countries import Countries
from graph.importers.partyfacts.core import read_core
from graph.importers.partyfacts.naming import Naming
from graph.importers.partyfacts.parlgov_ids import read_parlgov_ids
from graph.importers.partyfacts.wikipedia import read_articles


def names_by_parlgov_id(path: Path, positions: Path, countries: Countries) -> dict[str, str]:
    """The name of each linked party by ParlGov's number; the folders are those of the tables and of the core list."""
    core, _ = read_core(positions, countries)
    naming = Naming(core, read_articles(path, core))
    return {number: naming.shown(core[id]) for id, number in read_parlgov_ids(path).items() if id in core}
