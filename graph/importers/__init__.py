"""Importers of data, one module for each source. ``SOURCE`` describes the source, and ``read`` yields its records. The
table ``build.csv`` has the order in which `build_graph` runs them, the folders of their data, and the reasons for the
order."""

from pathlib import Path

from graph.importers.tables import read_table

_TABLE = read_table(Path(__file__).with_name("build.csv"), ("importer", "folder"))
STEPS = [(row["importer"], row["folder"]) for row in _TABLE]
NAMES = tuple(dict.fromkeys(name for name, _ in STEPS))
