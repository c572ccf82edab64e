"""Rehearse an election night: record the results of a past election again as results of a test election. This uses the
same functions as a real election night."""

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
