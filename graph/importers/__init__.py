"""Importers of data, one module for each source. ``SOURCE`` describes the source, ``read`` yields the records in it."""

from importlib import import_module
from types import ModuleType

NAMES = (
    *("crosswalk", "partyfacts", "parlgov", "factbook", "congress", "uk", "us_presidential", "aec"),
    *("everypolitician", "reign", "corrections", "vparty"),
)


def importer(name: str) -> ModuleType:
    return import_module(f"graph.importers.{name}")
