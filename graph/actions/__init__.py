"""Functions with which editors change the graph. Each runs in one transaction that also writes the change journal."""

from graph.actions.bulk import EntityEdit, versions_of, write_entities
from graph.actions.editing import editing, version_of
from graph.actions.entities import create, publish, rename, restore, update, withdraw
from graph.actions.exceptions import ActionRejected, EditConflict
from graph.actions.merging import merge, unmerge
from graph.actions.relationships import relate, unrelate, verify
from graph.actions.reverting import revert
