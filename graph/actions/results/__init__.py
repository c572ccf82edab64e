"""Offer the functions that write election results. A new count of a race is stored by `record` only."""

from graph.actions.results.races import create_race
from graph.actions.results.validation import LateVersion, NewerVersion, VersionRejected
from graph.actions.results.versions import record, recorded
