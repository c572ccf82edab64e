"""Rehearsals: an archived election is counted again as a test election, with the same functions as on the night."""

from graph.actions.results.rehearsals.plan import plan
from graph.actions.results.rehearsals.replay import (
    WrongResponse,
    archived_races,
    create_rehearsal,
    delete_rehearsal,
    differences,
    find_archived,
    find_rehearsal,
    replay,
)
