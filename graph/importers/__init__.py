"""Importers: one module for each source, with a SOURCE and a function ``read(path, countries)`` that yields records."""

from importlib import import_module
from types import ModuleType

NAMES = (
    *("crosswalk", "partyfacts", "parlgov", "factbook", "congress", "uk", "us_presidential", "aec"),
    *("everypolitician", "reign", "corrections"),
)


def importer(name: str) -> ModuleType:
    """The module of the importer with this name."""
    return import_module(f"graph.importers.{name}")
