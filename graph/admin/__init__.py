"""The desk of the editors: the pages on which the graph is kept true. All they save, verbs of `graph.actions` save."""

from graph.admin.compositions import CompositionAdmin
from graph.admin.entities import KindAdmin
from graph.admin.sources import SourceAdmin
from graph.admin.work import WorkAdmin

__all__ = ["CompositionAdmin", "KindAdmin", "SourceAdmin", "WorkAdmin"]
