"""The functions with which editors change the graph, such as `merge`, and the exceptions that they raise. Each function
that writes runs in a transaction and records its changes in the change journal."""

from graph.actions.bulk import EntityEdit, write_entities
from graph.actions.editing import editing
from graph.actions.entities import publish, rename, restore, verify, withdraw
from graph.actions.merging import merge, unmerge
from graph.actions.preconditions import ActionRejected, EditConflict, version_of, versions_of
from graph.actions.reverting import revert
