"""Import data from other sources. Each source has an importer: one module or package of this package.

An importer has ``SOURCE``, which describes the source, and ``read(path, countries)``. This function reads the files of
the source and yields records. The package ``writer`` stores the records in the graph.
"""

from importlib import import_module
from types import ModuleType

NAMES = (
    *("crosswalk", "partyfacts", "parlgov", "factbook", "congress", "uk", "us_presidential", "aec"),
    *("everypolitician", "reign", "corrections"),
)


def importer(name: str) -> ModuleType:
    """Return the module of the importer with this name. ``NAMES`` lists the names of all importers."""
    return import_module(f"graph.importers.{name}")
