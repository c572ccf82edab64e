"""Importers: one module or package for each source. Each has SOURCE, and ``read(path, countries)`` yields records."""

from importlib import import_module
from types import ModuleType

NAMES = (
    *("crosswalk", "partyfacts", "parlgov", "factbook", "congress", "uk", "us_presidential", "aec"),
    *("everypolitician", "reign", "corrections"),
)


def importer(name: str) -> ModuleType:
    """Return the module of the importer with this name, which is one of NAMES."""
    return import_module(f"graph.importers.{name}")
