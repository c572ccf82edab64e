"""CIA World Factbook: countries, leaders, legislatures, courts, parties, elections and their candidates.

The file is read once; every country is a page, and each module of this package knows one subject of a page.
"""

from graph.importers.factbook.reader import SOURCE, read

__all__ = ["SOURCE", "read"]
