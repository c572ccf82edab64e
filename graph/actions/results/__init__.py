"""The functions that write election results. `record` is the only way in for counts."""

from graph.actions.results.races import create_race
from graph.actions.results.validation import LateVersion, NewerVersion, VersionRejected
from graph.actions.results.versions import record, recorded
