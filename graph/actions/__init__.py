"""What editors do to the graph: verbs, each one transaction with its word in the journal; none writes around them."""

from graph.actions.bulk import EntityEdit, versions_of, write_entities
from graph.actions.editing import EditConflict, editing, version_of
from graph.actions.exceptions import ActionRejected
from graph.actions.facts import create, update
from graph.actions.merging import merge, unmerge
from graph.actions.relationships import relate, unrelate
from graph.actions.renaming import rename
from graph.actions.reverting import revert
from graph.actions.status import publish, restore, withdraw
from graph.actions.verifying import verify

__all__ = [
    "ActionRejected",
    "EditConflict",
    "EntityEdit",
    "create",
    "editing",
    "merge",
    "publish",
    "relate",
    "rename",
    "restore",
    "revert",
    "unmerge",
    "unrelate",
    "update",
    "verify",
    "version_of",
    "versions_of",
    "withdraw",
    "write_entities",
]
