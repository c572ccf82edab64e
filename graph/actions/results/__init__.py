"""Functions that write election results. Only the function `record` stores a new count of a race."""

from graph.actions.results.races import create_race
from graph.actions.results.validation import LateVersion, NewerVersion, VersionRejected
from graph.actions.results.versions import record, recorded
