"""What editors do to the graph: verbs, each one transaction with its word in the journal; none writes around them."""

from graph.actions.exceptions import ActionRefused
from graph.actions.facts import create, update
from graph.actions.merging import merge
from graph.actions.renaming import rename
from graph.actions.statements import relate, unrelate
from graph.actions.status import publish, restore, withdraw

__all__ = [
    "ActionRefused",
    "create",
    "merge",
    "publish",
    "relate",
    "rename",
    "restore",
    "unrelate",
    "update",
    "withdraw",
]
