"""Functions with which editors change the graph. Each function runs in a transaction and writes its changes to the
change journal."""

from graph.actions.bulk import EntityEdit, write_entities
from graph.actions.editing import editing
from graph.actions.entities import publish, rename, restore, verify, withdraw
from graph.actions.merging import merge, unmerge
from graph.actions.preconditions import ActionRejected, EditConflict, version_of, versions_of
from graph.actions.reverting import revert
