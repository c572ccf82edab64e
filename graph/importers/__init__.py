"""Importers of data, one for each source: ``SOURCE`` describes it, and ``read(path, countries)`` yields its records."""

from importlib import import_module
from types import ModuleType

NAMES = (
    *("crosswalk", "partyfacts", "parlgov", "factbook", "congress", "uk", "us_presidential", "aec"),
    *("everypolitician", "reign", "corrections", "vparty"),
)


def importer(name: str) -> ModuleType:
    return import_module(f"graph.importers.{name}")
