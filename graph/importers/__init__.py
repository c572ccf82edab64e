"""Importers: one module a source, each with a SOURCE and a ``read(path, countries)`` that yields records."""

from importlib import import_module
from types import ModuleType

NAMES = (
    "crosswalk",
    "partyfacts",
    "parlgov",
    "factbook",
    "congress",
    "uk",
    "us_presidential",
    "aec",
    "everypolitician",
    "reign",
    "corrections",
)
"""Every importer."""


def importer(name: str) -> ModuleType:
    """The module of the importer with this name."""
    return import_module(f"graph.importers.{name}")
